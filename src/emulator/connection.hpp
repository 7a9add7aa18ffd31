#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/emulator/request_reader.hpp"

#include <chrono>
#include <span>
#include <string_view>

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

} // namespace mrctl::emulator
