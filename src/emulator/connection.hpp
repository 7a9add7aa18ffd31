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

  // What is read and sent from now on may take so long, all together.
  void set_time_limit(Duration limit);

  [[nodiscard]] std::optional<std::size_t> read(std::span<char> target) override;

  // Returns whether everything was sent.
  [[nodiscard]] bool send(std::string_view text) const;

  // Waits that long, or until the other side has gone or the server ends.
  void pause(Duration time = Duration::max()) const;

  // The other side will see a reset instead of an orderly end.
  void reset() const;

  // Reads and forgets what the other side still sends: closing before would reset the connection,
  // and it would not see the answer.
  void linger(Duration time);

private:
  [[nodiscard]] bool wait_for(short events) const;

  int socket_;
  std::chrono::steady_clock::time_point deadline_;
};

} // namespace mrctl::emulator
