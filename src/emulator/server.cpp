#include "mrctl/emulator/server.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/emulator/options.hpp"
#include "mrctl/emulator/request_reader.hpp"
#include "mrctl/emulator/service.hpp"
#include "mrctl/http/message.hpp"

#include "connection.hpp"
#include "request_log.hpp"
#include "target.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <netinet/tcp.h>
#include <string>
#include <sys/socket.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

namespace mrctl::emulator {

// What the conversations of one server share.
struct ServerContext {
  Service& service;
  Log log;
  const Limits& limits;
  OpenConnections& connections;
  LargeBodies& large_bodies;
};

namespace {

// Whether the connection stays open after the answer.
enum class Afterwards { stays, closes };

// RFC 9110, sections 15.3.5 and 15.4.5
bool has_no_body(int status) {
  return status == 204 || status == 304;
}

// Returns the status line and the header fields, with the length of the body, up to the empty line.
std::string response_head(const http::Response& response, Afterwards afterwards) {
  auto out =
      fmt::format("HTTP/1.1 {} {}\r\n", response.status, http::status_phrase(response.status));
  for (const auto& header : response.headers)
    out += fmt::format("{}: {}\r\n", header.name, header.value);
  if (!has_no_body(response.status))
    out += fmt::format("Content-Length: {}\r\n", response.body.size());
  if (afterwards == Afterwards::closes) out += "Connection: close\r\n";
  return out + "\r\n";
}

constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";

constexpr Refusal no_thread{503, "the system gives the emulator no further thread"};

constexpr Refusal no_place{503, "too many large bodies at once"};

constexpr Duration linger_time = std::chrono::seconds(5);

enum class Next { another_request, the_end };

// A request that was read, and its place among the large ones.
struct Asked {
  LargeBodies::Place place{}; // goes last
  Request request{};
  Afterwards afterwards = Afterwards::stays;
};

// Answers the first one with 503, whatever it asks.
void turn_away(int socket, const ServerContext& context);

class Conversation {
public:
  Conversation(int socket, const ServerContext& context)
      : socket_(socket), server_(context), connection_(socket),
        reader_(connection_, context.limits) {}

  void run() {
    while (exchange() == Next::another_request) {
    }
  }

  void turn_away() {
    connection_.set_time_limit(server_.limits.head_time);
    if (reader_.begins()) (void)refuse(no_thread, Clock::now());
  }

private:
  using Clock = std::chrono::steady_clock;

  Next exchange() {
    server_.connections.mark_waiting(socket_);
    connection_.set_time_limit(server_.limits.idle);
    if (!reader_.begins()) return Next::the_end;
    const auto started = Clock::now();
    const auto asked = read_request();
    server_.connections.mark_busy(socket_);
    return asked ? answer(*asked, started) : refuse(asked.error(), started);
  }

  tl::expected<Asked, Refusal> read_request() {
    connection_.set_time_limit(server_.limits.head_time);
    auto head = reader_.read_head();
    if (!head) return tl::unexpected(head.error());
    if (const auto checked = check_host(*head); !checked) return tl::unexpected(checked.error());
    Asked asked{.afterwards = head->is_last ? Afterwards::closes : Afterwards::stays};
    if (head->is_chunked || head->length > server_.limits.small_body) {
      asked.place = server_.large_bodies.enter(server_.limits.body_time);
      if (!asked.place) return tl::unexpected(no_place);
    }
    connection_.set_time_limit(server_.limits.body_time);
    if (head->expects_continue && !connection_.send(go_on)) return tl::unexpected(Refusal{});
    auto request = reader_.read_body(*std::move(head));
    if (!request) return tl::unexpected(request.error());
    asked.request = *std::move(request);
    return asked;
  }

  Next answer(const Asked& asked, Clock::time_point started) {
    const auto outcome = server_.service.respond(asked.request);
    if (server_.log == Log::requests)
      log_request(asked.request, outcome, Clock::now() - started, server_.service.keys());
    switch (outcome.ending) {
    case Ending::reset:
      connection_.reset();
      return Next::the_end;
    case Ending::hang:
      connection_.pause();
      return Next::the_end;
    case Ending::truncate:
      (void)send(outcome.response, asked, outcome.response.body.size() / 2);
      return Next::the_end;
    case Ending::answer:
      break;
    }
    if (outcome.delay.count() > 0) connection_.pause(outcome.delay);
    const bool is_sent = send(outcome.response, asked, outcome.response.body.size());
    return is_sent && asked.afterwards == Afterwards::stays ? Next::another_request : Next::the_end;
  }

  Next refuse(const Refusal& refusal, Clock::time_point started) {
    if (refusal.status == 0) return Next::the_end;
    const Outcome outcome{server_.service.refuse(refusal.status, refusal.reason)};
    if (server_.log == Log::requests) log_unreadable(outcome, Clock::now() - started);
    const bool is_sent =
        send(outcome.response, {.afterwards = Afterwards::closes}, outcome.response.body.size());
    server_.connections.mark_waiting(socket_);
    if (is_sent) connection_.linger(linger_time);
    return Next::the_end;
  }

  bool send(const http::Response& response, const Asked& asked, std::size_t size) {
    auto text = response_head(response, asked.afterwards);
    if (asked.request.method != "HEAD") text.append(response.body, 0, size);
    connection_.set_time_limit(server_.limits.answer_time);
    return connection_.send(text);
  }

  int socket_;
  const ServerContext& server_;
  Connection connection_;
  RequestReader reader_;
};

// Answers the requests that come over one socket, until it ends.
void converse(int socket, const ServerContext& context) {
  Conversation(socket, context).run();
}

void turn_away(int socket, const ServerContext& context) {
  Conversation(socket, context).turn_away();
}

// A bound and listening socket, and where it can be reached: "http://127.0.0.1:8787".
struct Listener {
  int socket;
  std::string origin;
};

// A short backlog makes a client with many connections wait for repeated SYNs.
constexpr int backlog = 1024;

struct FreeAddresses {
  void operator()(addrinfo* first) const { ::freeaddrinfo(first); }
};

// The host is a numeric address, so no name is looked up.
std::unique_ptr<addrinfo, FreeAddresses> socket_address(const ListenAddress& address) {
  addrinfo hints{};
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* first = nullptr;
  const auto port = std::to_string(address.port);
  const int status = ::getaddrinfo(address.host.c_str(), port.c_str(), &hints, &first);
  return std::unique_ptr<addrinfo, FreeAddresses>(status == 0 ? first : nullptr);
}

std::uint16_t bound_port(int socket) {
  sockaddr_storage storage{};
  socklen_t size = sizeof storage;
  ::getsockname(socket, reinterpret_cast<sockaddr*>(&storage), &size);
  sockaddr_in6 six{};
  std::memcpy(&six, &storage, sizeof six);
  return ntohs(six.sin6_port); // at the same place in both families
}

std::string origin_of(const std::string& host, std::uint16_t port) {
  const bool is_six = host.find(':') != std::string::npos;
  return is_six ? fmt::format("http://[{}]:{}", host, port)
                : fmt::format("http://{}:{}", host, port);
}

void switch_on(int socket, int level, int option) {
  const int on = 1;
  ::setsockopt(socket, level, option, &on, sizeof on);
}

Error cannot_listen(const ListenAddress& address, int error) {
  return Error::usage(fmt::format("cannot listen on {}: {}", origin_of(address.host, address.port),
                                  std::strerror(error)),
                      error == EADDRINUSE ? "port 0 picks a free one" : "");
}

// Fails with a usage error if the address is taken or not available.
Result<Listener> listen_on(const ListenAddress& address) {
  const auto target = socket_address(address);
  if (!target) return fail(cannot_listen(address, EADDRNOTAVAIL));
  const int socket = ::socket(target->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return fail(cannot_listen(address, errno));
  switch_on(socket, SOL_SOCKET, SO_REUSEADDR);
  switch_on(socket, IPPROTO_TCP, TCP_NODELAY); // accepted sockets inherit it
  if (::bind(socket, target->ai_addr, target->ai_addrlen) != 0 || ::listen(socket, backlog) != 0) {
    const int error = errno;
    ::close(socket);
    return fail(cannot_listen(address, error));
  }
  return Listener{socket, origin_of(address.host, bound_port(socket))};
}

} // namespace

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
