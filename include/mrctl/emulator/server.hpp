#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/emulator/options.hpp"
#include "mrctl/emulator/request_reader.hpp"
#include "mrctl/emulator/service.hpp"

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

} // namespace mrctl::emulator
