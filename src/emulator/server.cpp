#include "mrctl/emulator/server.hpp"

#include "connection.hpp"
#include "listener.hpp"
#include "reply.hpp"
#include "request_log.hpp"

#include <httplib.h>

#include <mutex>
#include <set>
#include <sys/socket.h>
#include <thread>
#include <utility>

namespace mrctl::emulator {

namespace {

// A keep-alive connection holds its worker, so this is how many connections are served at once.
constexpr std::size_t workers = 256;
constexpr std::size_t largest_payload = std::size_t{64} << 20U;
constexpr std::size_t any_number_of_requests = 1'000'000'000;
constexpr std::chrono::seconds idle_limit{60};
// Matches what a dot does not: a path may hold an encoded line break.
constexpr const char* any_path = R"([\s\S]*)";

// The sockets in use, so that the server's end can reach those that idle or hang.
class OpenSockets {
public:
  void add(int socket) {
    const std::lock_guard lock(mutex_);
    sockets_.insert(socket);
    if (is_closing_) ::shutdown(socket, SHUT_RD);
  }
  void remove(int socket) {
    const std::lock_guard lock(mutex_);
    sockets_.erase(socket);
  }
  // Answers under way still go out; nothing more is read.
  void close_for_reading() {
    const std::lock_guard lock(mutex_);
    is_closing_ = true;
    for (const int socket : sockets_)
      ::shutdown(socket, SHUT_RD);
  }

private:
  std::mutex mutex_;
  std::set<int> sockets_;
  bool is_closing_ = false;
};

Request request_of(const httplib::Request& from) {
  Request request{from.method, from.target, {}, from.body};
  for (const auto& [name, value] : from.headers)
    request.headers.push_back({name, value});
  return request;
}

void send_half_of(httplib::Response& response, const std::string& body, const std::string& type) {
  response.set_content_provider(body.size(), type,
                                [body](std::size_t offset, std::size_t, httplib::DataSink& sink) {
                                  if (offset == 0) sink.write(body.data(), body.size() / 2);
                                  return false;
                                });
}

void put_into(httplib::Response& response, const Outcome& outcome) {
  response.status = outcome.response.status;
  std::string type = "application/json";
  for (const auto& header : outcome.response.headers) {
    if (header.name == "Content-Type")
      type = header.value;
    else
      response.set_header(header.name, header.value);
  }
  if (outcome.ending == Ending::truncate)
    send_half_of(response, outcome.response.body, type);
  else
    response.set_content(outcome.response.body, type);
}

} // namespace

// httplib parses requests and writes responses; sockets and their ends are ours, as its own
// connection loop can neither reset nor hang.
struct Server::State : httplib::Server {
  State(Service& the_service, Log the_log) : service(the_service), log(the_log) {
    new_task_queue = [] { return new httplib::ThreadPool(workers); };
    set_keep_alive_max_count(any_number_of_requests);
    set_keep_alive_timeout(idle_limit.count());
    set_read_timeout(idle_limit);
    set_write_timeout(idle_limit);
    set_payload_max_length(largest_payload);
    const Handler answer = [this](const httplib::Request& request, httplib::Response& response) {
      respond(request, response);
    };
    Get(any_path, answer).Post(any_path, answer).Put(any_path, answer);
    Patch(any_path, answer).Delete(any_path, answer).Options(any_path, answer);
    set_error_handler(Handler(put_envelope));
  }

  ~State() override {
    stop();
    sockets.close_for_reading();
    if (listening.joinable()) listening.join();
  }

  void start(const Listener& listener) {
    base_url = listener.origin + std::string(api_prefix);
    svr_sock_ = listener.socket;
    listening = std::thread([this] { listen_after_bind(); });
    while (!is_running())
      std::this_thread::yield(); // stop() has no effect before
  }

  bool process_and_close_socket(socket_t socket) override {
    sockets.add(socket);
    serve(socket);
    return true;
  }

  void serve(int socket) {
    Connection connection(socket);
    while (connection.awaits_request(idle_limit) && serve_request(connection)) {
    }
    sockets.remove(socket);
  }

  // Returns whether another request may follow: not where httplib could not read this one.
  bool serve_request(Connection& connection) {
    bool is_last = false;
    bool is_readable = false;
    const auto prepare = [&](httplib::Request& request) {
      is_readable = true;
      make_plain(request, connection);
    };
    return process_request(connection, false, is_last, prepare) && is_readable && !is_last;
  }

  // Bodies are JSON, whatever their type says: httplib would take forms apart, and wait for the end
  // of a POST without a length. It would also compress what goes out, as hard as it can, which
  // takes a loopback service many times as long as answering. Its request has no way to the
  // connection but a callback that only clients use.
  static void make_plain(httplib::Request& request, Connection& connection) {
    request.headers.erase("Content-Type");
    request.headers.erase("Accept-Encoding");
    if (!request.has_header("Content-Length") && !request.has_header("Transfer-Encoding"))
      request.set_header("Content-Length", "0");
    request.progress = [&connection](std::uint64_t ending, std::uint64_t delay_ms) {
      connection.plan(static_cast<Ending>(ending), Duration(delay_ms));
      return true;
    };
  }

  void respond(const httplib::Request& from, httplib::Response& response) {
    const auto started = std::chrono::steady_clock::now();
    const auto request = request_of(from);
    const auto outcome = service.respond(request);
    from.progress(static_cast<std::uint64_t>(outcome.ending),
                  static_cast<std::uint64_t>(outcome.delay.count()));
    put_into(response, outcome);
    if (log == Log::requests)
      log_request(request, outcome, std::chrono::steady_clock::now() - started);
  }

  // What httplib refuses by itself gets the envelope too.
  static void put_envelope(const httplib::Request& /*request*/, httplib::Response& response) {
    if (response.has_header("Content-Type")) return;
    response.set_content(error_reply(response.status).body, "application/json");
  }

  Service& service;
  Log log;
  OpenSockets sockets;
  std::thread listening;
  std::string base_url;
};

Result<Server> Server::start(const ListenAddress& address, Service& service, Log log) {
  const auto listener = listen_on(address);
  if (!listener) return fail(listener.error());
  auto state = std::make_unique<State>(service, log);
  state->start(*listener);
  return Server(std::move(state));
}

Server::Server(std::unique_ptr<State> state) : state_(std::move(state)) {}
Server::Server(Server&&) noexcept = default;
Server::~Server() = default;

const std::string& Server::base_url() const {
  return state_->base_url;
}

} // namespace mrctl::emulator
