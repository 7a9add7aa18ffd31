#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/emulator/request_reader.hpp"

#include <chrono>
#include <span>
#include <string_view>

namespace mrctl::emulator {

// One accepted socket, which it closes.
class Connection : public ByteSource {
public:
  explicit Connection(int socket) : socket_(socket) {}
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() override;

  // What is read and sent from now on may take so long, all together.
  void set_time_limit(Duration limit);

  // Returns whether there is something to read, or the end, within the time.
  [[nodiscard]] bool awaits_bytes(Duration limit) const;

  [[nodiscard]] std::optional<std::size_t> read(std::span<char> target) override;

  // Returns whether everything was sent.
  [[nodiscard]] bool send(std::string_view text) const;

  // Waits that long, or until the other side has gone or the server ends.
  void pause(Duration time) const;
  void wait_for_hangup() const;

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
