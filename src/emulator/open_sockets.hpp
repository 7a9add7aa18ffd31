#pragma once

#include <chrono>
#include <map>
#include <mutex>

namespace mrctl::emulator {

// The sockets in use, so that those that wait for their client can be ended: all of them where the
// server ends, one of them where others need its place. Safe to use from several threads.
class OpenSockets {
public:
  void add(int socket);
  void remove(int socket);

  // A request is awaited or read.
  void mark_waiting(int socket);
  // A request is answered.
  void mark_busy(int socket);

  // Ends the one that has waited longest, if any.
  void make_room();

  // Nothing more is read; answers under way still go out.
  void close_for_reading();

private:
  using Clock = std::chrono::steady_clock;
  static constexpr Clock::time_point busy = Clock::time_point::max();

  std::mutex mutex_;
  std::map<int, Clock::time_point> waiting_since_;
  bool is_closing_ = false;
};

} // namespace mrctl::emulator
