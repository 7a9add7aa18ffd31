#pragma once

#include "mrctl/base/duration.hpp"
#include "mrctl/emulator/service.hpp"

#include <httplib.h>

#include <array>
#include <atomic>
#include <string>

namespace mrctl::emulator {

// One accepted socket, which it closes. Reads and writes for httplib, and ends as the fault of
// the last request says.
class Connection : public httplib::Stream {
public:
  explicit Connection(int socket) : socket_(socket) {}
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() override;

  // Returns whether another request begins within the time.
  [[nodiscard]] bool awaits_request(Duration limit) const;

  // Says how the request that was just read is answered.
  void plan(Ending ending, Duration delay);

  [[nodiscard]] bool is_readable() const override;
  [[nodiscard]] bool is_writable() const override;
  ssize_t read(char* target, std::size_t size) override;
  ssize_t write(const char* text, std::size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  [[nodiscard]] socket_t socket() const override { return socket_; }

private:
  int socket_;
  Ending ending_ = Ending::answer;
  Duration delay_{0};
  // httplib reads heads byte by byte.
  std::array<char, 16384> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

} // namespace mrctl::emulator
