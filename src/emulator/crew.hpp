#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace mrctl::emulator {

// Threads that serve sockets, one socket a thread: as many as are needed, up to a limit.
class Crew {
public:
  Crew(std::size_t most, std::function<void(int)> serve);
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  // Every socket taken is served first.
  ~Crew();

  // Returns whether a thread is free for the socket; else it waits until one is.
  [[nodiscard]] bool take(int socket);

private:
  void work();

  std::size_t most_;
  std::function<void(int)> serve_;
  std::mutex mutex_;
  std::condition_variable more_;
  std::deque<int> waiting_;
  std::size_t idle_ = 0;
  bool is_ending_ = false;
  std::vector<std::thread> threads_;
};

} // namespace mrctl::emulator
