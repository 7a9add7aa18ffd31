#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/emulator/request_reader.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

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

// The connections of a server, up to a limit, each served by a thread.
class OpenConnections {
public:
  using Serve = std::function<void(int socket)>;
  OpenConnections(std::size_t most, Serve serve) : most_(most), serve_(std::move(serve)) {}
  OpenConnections(const OpenConnections&) = delete;
  OpenConnections& operator=(const OpenConnections&) = delete;
  // Answers what has been read.
  ~OpenConnections();

  // Serves the socket and closes it. Waits while there is no place. Closes it at once if the system
  // gives no further thread.
  void take(int socket);

  // Nothing more is read; answers in progress are still sent.
  void close_for_reading();

private:
  void leave(int socket);

  std::size_t most_;
  Serve serve_;
  std::mutex mutex_;
  std::condition_variable left_;
  std::set<int> sockets_;
  bool is_closing_ = false;
};

} // namespace mrctl::emulator
