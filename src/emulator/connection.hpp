#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/emulator/request_reader.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace mrctl::emulator {

// Reads and writes one accepted socket within time limits. Does not close it.
class Connection : public ByteSource {
public:
  explicit Connection(int socket) : socket_(socket) {}

  // Sets the time limit for everything read and sent from now on.
  void set_time_limit(Duration limit);

  [[nodiscard]] std::optional<std::size_t> read(std::span<char> target) override;

  // Returns whether everything was sent.
  [[nodiscard]] bool send(std::string_view text) const;

  // Waits that long, or until the client is gone or the server ends.
  void pause(Duration time = Duration::max()) const;

  // The client will see a reset instead of an orderly end.
  void reset() const;

  // Reads and discards what the client still sends. Closing earlier would reset the connection, and
  // the client would not see the answer.
  void linger(Duration time);

private:
  [[nodiscard]] bool wait_for(short events) const;

  int socket_;
  std::chrono::steady_clock::time_point deadline_;
};

// The connections of a server, up to a limit, each served by one thread. Those that wait
// for their client can be ended: all of them when the server ends, one of them when another needs
// its place.
class OpenConnections {
public:
  using Serve = std::function<void(int socket)>;
  OpenConnections(std::size_t most, Serve serve, Serve turn_away)
      : most_(most), serve_(std::move(serve)), turn_away_(std::move(turn_away)) {}
  OpenConnections(const OpenConnections&) = delete;
  OpenConnections& operator=(const OpenConnections&) = delete;
  // Answers what has been read.
  ~OpenConnections();

  // Serves the socket and closes it. If there is no place, it makes room and waits. If the system
  // gives no further thread, it is turned away in this one.
  void take(int socket);

  // A request is awaited or read.
  void mark_waiting(int socket) { mark(socket, Clock::now()); }
  // A request is answered.
  void mark_busy(int socket) { mark(socket, busy); }

  // Ends the one that has waited longest, if any.
  void make_room();

  // Nothing more is read; answers in progress are still sent.
  void close_for_reading();

private:
  using Clock = std::chrono::steady_clock;
  static constexpr Clock::time_point busy = Clock::time_point::max();

  void mark(int socket, Clock::time_point since);
  void work();
  [[nodiscard]] bool start_thread();
  void leave(int socket);
  void end_longest_waiting();

  std::size_t most_;
  Serve serve_;
  Serve turn_away_;
  std::mutex mutex_;
  std::condition_variable place_;
  std::condition_variable work_;
  std::map<int, Clock::time_point> waiting_since_;
  std::deque<int> unserved_;
  std::size_t idle_threads_ = 0;
  bool is_closing_ = false;
  std::vector<std::jthread> threads_; // end before what they work with
};

// Limits the number of large bodies at a time, because a parsed body takes many times its size.
class LargeBodies {
public:
  explicit LargeBodies(std::size_t most) : free_(most) {}

  // The right to hold a large body; it ends with the last copy.
  using Place = std::shared_ptr<void>;

  // Waits for a place. Returns null if none becomes free within the time.
  [[nodiscard]] Place enter(Duration limit);

private:
  void leave();

  std::mutex mutex_;
  std::condition_variable left_;
  std::size_t free_;
};

} // namespace mrctl::emulator
