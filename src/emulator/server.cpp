#include "mrctl/emulator/server.hpp"

#include "conversation.hpp"
#include "listener.hpp"

#include <fmt/format.h>

#include <atomic>
#include <sys/socket.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace mrctl::emulator {

struct Server::State {
  State(const Listener& listener, Service& service, Log log, const Limits& the_limits)
      : socket(listener.socket), base_url(listener.origin + std::string(api_prefix)),
        limits(the_limits),
        large_bodies(limits.large_bodies), context{service, log, limits, connections, large_bodies},
        connections(
            limits.connections, [this](int accepted) { converse(accepted, context); },
            [this](int accepted) { turn_away(accepted, context); }),
        accepting([this] { accept_connections(); }) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  ~State() {
    is_ending = true;
    ::shutdown(socket, SHUT_RDWR); // ends accept()
    connections.close_for_reading();
    accepting.join();
    ::close(socket);
  }

  void accept_connections() {
    while (!is_ending) {
      const int accepted = ::accept4(socket, nullptr, nullptr, SOCK_CLOEXEC);
      if (accepted >= 0)
        connections.take(accepted);
      else if (!is_ending)
        wait_for_descriptors();
    }
  }

  void wait_for_descriptors() {
    connections.make_room();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }

  int socket;
  std::string base_url;
  Limits limits;
  LargeBodies large_bodies;
  ServerContext context;
  std::atomic<bool> is_ending = false;
  OpenConnections connections; // ends before what it works with
  std::thread accepting;
};

Result<Server> Server::start(const ListenAddress& address, Service& service, Log log,
                             const Limits& limits) {
  const auto listener = listen_on(address);
  if (!listener) return fail(listener.error());
  try {
    return Server(std::make_unique<State>(*listener, service, log, limits));
  } catch (const std::system_error& no_thread) {
    return fail(
        Error::internal(fmt::format("cannot start a thread: {}", no_thread.code().message())));
  }
}

Server::Server(std::unique_ptr<State> state) : state_(std::move(state)) {}
Server::Server(Server&&) noexcept = default;
Server::~Server() = default;

const std::string& Server::base_url() const {
  return state_->base_url;
}

} // namespace mrctl::emulator
