#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/emulator/options.hpp"
#include "mrctl/emulator/request_reader.hpp"
#include "mrctl/emulator/service.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace mrctl::emulator {

// The service on a loopback socket, which answers on its own threads while this object lives.
class Server {
public:
  // Fails with a usage error if the address is taken or not available.
  [[nodiscard]] static Result<Server> start(const ListenAddress& address, Service& service, Log log,
                                            const Limits& limits = {});

  Server(Server&&) noexcept;
  Server& operator=(Server&&) = delete;
  // Requests in progress are answered first; connections that idle or hang are closed.
  ~Server();

  // "http://127.0.0.1:8787/api/v1", with the port that was given or found.
  [[nodiscard]] const std::string& base_url() const;

private:
  struct State;
  explicit Server(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Returns the line of a request in the log: "POST /api/v1/presets/support/chat/completions 200 3
// ms", and how the connection ends if that is unusual. Queries, headers and bodies may hold secrets
// and are left out; so are parts of the path that hold a key, however they are encoded, and control
// characters.
[[nodiscard]] std::string log_line(const Request& request, const Outcome& outcome,
                                   std::chrono::nanoseconds taken, const Keys& keys);

} // namespace mrctl::emulator
