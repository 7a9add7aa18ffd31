#include "mrctl/emulator/server.hpp"

#include "mrctl/base/duration.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/emulator/options.hpp"
#include "mrctl/emulator/presets.hpp"
#include "mrctl/emulator/request_reader.hpp"
#include "mrctl/emulator/service.hpp"
#include "mrctl/http/message.hpp"
#include "mrctl/http/redaction.hpp"

#include "target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <netdb.h>
#include <netinet/tcp.h>
#include <optional>
#include <poll.h>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace mrctl::emulator {

namespace {

bool poll_for(int socket, short events, int milliseconds) {
  pollfd place{socket, events, 0};
  int count = 0;
  do {
    count = ::poll(&place, 1, milliseconds);
  } while (count < 0 && errno == EINTR);
  return count > 0;
}

int whole_milliseconds(Duration time) {
  constexpr Duration longest(std::numeric_limits<int>::max());
  return static_cast<int>(std::clamp(time, Duration{0}, longest).count());
}

bool would_block() {
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

// Reads and writes one accepted socket within time limits. Does not close it.
class Connection : public ByteSource {
public:
  explicit Connection(int socket) : socket_(socket) {}

  // Sets the time limit for everything read and sent from now on.
  void set_time_limit(Duration limit) { deadline_ = std::chrono::steady_clock::now() + limit; }

  [[nodiscard]] std::optional<std::size_t> read(std::span<char> target) override {
    for (;;) {
      const auto count = ::recv(socket_, target.data(), target.size(), MSG_DONTWAIT);
      if (count >= 0) return static_cast<std::size_t>(count);
      if (!would_block()) return 0;
      if (!wait_for(POLLIN)) return std::nullopt;
    }
  }

  // Returns whether everything was sent.
  [[nodiscard]] bool send(std::string_view text) const {
    while (!text.empty()) {
      const auto count = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count >= 0)
        text.remove_prefix(static_cast<std::size_t>(count));
      else if (!would_block() || !wait_for(POLLOUT))
        return false;
    }
    return true;
  }

  // Waits that long, or until the client is gone or the server ends.
  void pause(Duration time = Duration::max()) const {
    poll_for(socket_, POLLRDHUP, whole_milliseconds(time));
  }

  // The client will see a reset instead of an orderly end.
  void reset() const {
    const ::linger at_once{1, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  }

  // Reads and discards what the client still sends. Closing earlier would reset the connection, and
  // the client would not see the answer.
  void linger(Duration time) {
    ::shutdown(socket_, SHUT_WR);
    set_time_limit(time);
    std::array<char, 16384> forgotten;
    while (std::chrono::steady_clock::now() < deadline_ && read(forgotten).value_or(0) > 0) {
    }
  }

private:
  [[nodiscard]] bool wait_for(short events) const {
    const auto left = deadline_ - std::chrono::steady_clock::now();
    return poll_for(socket_, events, whole_milliseconds(std::chrono::ceil<Duration>(left)));
  }

  int socket_;
  std::chrono::steady_clock::time_point deadline_;
};

} // namespace

// The connections of a server, up to a limit, each served by a thread.
class OpenConnections {
public:
  using Serve = std::function<void(int socket)>;
  OpenConnections(std::size_t most, Serve serve) : most_(most), serve_(std::move(serve)) {}
  OpenConnections(const OpenConnections&) = delete;
  OpenConnections& operator=(const OpenConnections&) = delete;
  // Answers the requests that have been read.
  ~OpenConnections() {
    close_for_reading();
    std::unique_lock lock(mutex_);
    left_.wait(lock, [this] { return sockets_.empty(); });
  }

  // Serves the socket and closes it. Waits while there is no place. Closes it at once if the system
  // gives no further thread.
  void take(int socket) {
    std::unique_lock lock(mutex_);
    left_.wait(lock, [this] { return sockets_.size() < most_ || is_closing_; });
    sockets_.insert(socket);
    if (is_closing_) ::shutdown(socket, SHUT_RD);
    try {
      std::thread([this, socket] {
        serve_(socket);
        const std::lock_guard served(mutex_);
        leave(socket);
      }).detach();
    } catch (const std::system_error&) {
      leave(socket);
    }
  }

  // Nothing more is read; answers in progress are still sent.
  void close_for_reading() {
    const std::lock_guard lock(mutex_);
    is_closing_ = true;
    for (const int socket : sockets_)
      ::shutdown(socket, SHUT_RD);
    left_.notify_all();
  }

private:
  void leave(int socket) {
    sockets_.erase(socket);
    ::close(socket); // its number is free from here on
    left_.notify_all();
  }

  std::size_t most_;
  Serve serve_;
  std::mutex mutex_;
  std::condition_variable left_;
  std::set<int> sockets_;
  bool is_closing_ = false;
};

// The objects that the conversations of one server share.
struct ServerContext {
  Service& service;
  Log log;
  const Limits& limits;
};

namespace {

// Returns the path of the target without its query. The keys of the emulator, the key that the
// request came with, and what looks like a key of the service are "[redacted]".
std::string hidden_path(const Request& request, const Keys& keys) {
  std::vector<Secret> known{Secret(keys.management), Secret(keys.inference)};
  if (const auto key = bearer_key(request.headers)) known.emplace_back(std::string(*key));
  std::erase_if(known, [](const Secret& key) { return !key.stands_out(); });
  const auto path = request.target.substr(0, request.target.find_first_of("?#"));
  return http::hide_possible_keys(http::hide_secrets(path, known));
}

std::string result_text(const Outcome& outcome) {
  switch (outcome.ending) {
  case Ending::answer:
    return std::to_string(outcome.response.status);
  case Ending::truncate:
    return std::to_string(outcome.response.status) + " truncated";
  case Ending::reset:
    return "reset";
  case Ending::hang:
    break;
  }
  return "hang";
}

std::string line_of(std::string_view method, std::string_view path, const Outcome& outcome,
                    std::chrono::nanoseconds taken) {
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(taken).count();
  return fmt::format("{} {} {} {} ms", method, path, result_text(outcome), milliseconds);
}

// The line is written by one call, so that lines of several threads do not mix.
void write(const std::string& line) {
  std::fputs((line + "\n").c_str(), stderr);
}

// Whether the connection stays open after the answer.
enum class Afterwards { stays, closes };

// Returns the status line and the header fields, with the length of the body, up to the empty line.
std::string response_head(const http::Response& response, Afterwards afterwards) {
  auto out =
      fmt::format("HTTP/1.1 {} {}\r\n", response.status, http::status_phrase(response.status));
  for (const auto& header : response.headers)
    out += fmt::format("{}: {}\r\n", header.name, header.value);
  // RFC 9110, sections 15.3.5 and 15.4.5
  if (response.status != 204 && response.status != 304)
    out += fmt::format("Content-Length: {}\r\n", response.body.size());
  if (afterwards == Afterwards::closes) out += "Connection: close\r\n";
  return out + "\r\n";
}

constexpr Duration linger_time = std::chrono::seconds(5);

// Answers the requests that come over one socket, until it ends.
class Conversation {
public:
  Conversation(int socket, const ServerContext& context)
      : server_(context), connection_(socket), reader_(connection_, context.limits) {}

  void run() {
    while (exchange() == Afterwards::stays) {
    }
  }

private:
  using Clock = std::chrono::steady_clock;

  Afterwards exchange() {
    connection_.set_time_limit(server_.limits.idle);
    if (!reader_.begins()) return Afterwards::closes;
    const auto started = Clock::now();
    connection_.set_time_limit(server_.limits.request_time);
    const auto request = reader_.read();
    if (!request) return refuse(request.error(), started);
    if (const auto checked = check_host(request->headers); !checked)
      return refuse(checked.error(), started);
    return answer(*request, started);
  }

  Afterwards answer(const Request& request, Clock::time_point started) {
    const auto outcome = server_.service.respond(request);
    if (server_.log == Log::requests)
      write(log_line(request, outcome, Clock::now() - started, server_.service.keys()));
    const auto connection = http::find_header(request.headers, "connection");
    const auto afterwards = connection && equal_ignoring_case(*connection, "close")
                                ? Afterwards::closes
                                : Afterwards::stays;
    const auto size = request.method == "HEAD" ? 0 : outcome.response.body.size();
    switch (outcome.ending) {
    case Ending::reset:
      connection_.reset();
      return Afterwards::closes;
    case Ending::hang:
      connection_.pause();
      return Afterwards::closes;
    case Ending::truncate:
      (void)send(outcome.response, afterwards, size / 2);
      return Afterwards::closes;
    case Ending::answer:
      break;
    }
    if (outcome.delay.count() > 0) connection_.pause(outcome.delay);
    return send(outcome.response, afterwards, size) ? afterwards : Afterwards::closes;
  }

  Afterwards refuse(const Refusal& refusal, Clock::time_point started) {
    const Outcome outcome{server_.service.refuse(refusal.status, refusal.reason)};
    if (server_.log == Log::requests)
      write(line_of("-", "-", outcome, Clock::now() - started)); // it could not be read
    if (send(outcome.response, Afterwards::closes, outcome.response.body.size()))
      connection_.linger(linger_time);
    return Afterwards::closes;
  }

  bool send(const http::Response& response, Afterwards afterwards, std::size_t size) {
    auto text = response_head(response, afterwards);
    text.append(response.body, 0, size);
    connection_.set_time_limit(server_.limits.answer_time);
    return connection_.send(text);
  }

  const ServerContext& server_;
  Connection connection_;
  RequestReader reader_;
};

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

std::string log_line(const Request& request, const Outcome& outcome, std::chrono::nanoseconds taken,
                     const Keys& keys) {
  // A word in place of the method may be anything, even a key, so it is hidden.
  const bool is_method = std::ranges::all_of(request.method, is_upper_case);
  auto path = hidden_path(request, keys);
  std::ranges::replace_if(
      path, [](char c) { return c < ' ' || c > '~'; }, '?');
  return line_of(is_method ? request.method : "?", path, outcome, taken);
}

struct Server::State {
  State(const Listener& listener, Service& service, Log log, const Limits& the_limits)
      : socket(listener.socket), base_url(listener.origin + std::string(api_prefix)),
        limits(the_limits), context{service, log, limits},
        connections(limits.connections,
                    [this](int accepted) { Conversation(accepted, context).run(); }),
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
      else if (!is_ending) // until a descriptor is free
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  int socket;
  std::string base_url;
  Limits limits;
  ServerContext context;
  std::atomic<bool> is_ending = false;
  OpenConnections connections; // ends before what it works with
  std::thread accepting;
};

Result<Server> Server::start(const ListenAddress& address, Service& service, Log log,
                             const Limits& limits) {
  TRY_ASSIGN(const auto listener, listen_on(address));
  try {
    return Server(std::make_unique<State>(listener, service, log, limits));
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
