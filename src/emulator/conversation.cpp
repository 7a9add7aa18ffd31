#include "conversation.hpp"

#include "connection.hpp"
#include "host_check.hpp"
#include "request_log.hpp"
#include "response_head.hpp"

#include <chrono>
#include <utility>

namespace mrctl::emulator {

namespace {

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

} // namespace

void converse(int socket, const ServerContext& context) {
  Conversation(socket, context).run();
}

void turn_away(int socket, const ServerContext& context) {
  Conversation(socket, context).turn_away();
}

} // namespace mrctl::emulator
