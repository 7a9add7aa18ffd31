#include "desk.hpp"

#include "mrctl/base/error.hpp"

#include "../../unit/service/answered_batch.hpp"

namespace mrctl::cases {

namespace {

class DeskTransport : public http::Transport {
public:
  explicit DeskTransport(Desk& desk) : desk_(desk) {}

  std::unique_ptr<http::Batch> begin(std::size_t /*requests*/) override {
    return std::make_unique<test::AnsweredBatch>(
        [this](const http::Request& request) { return send_one(request); });
  }

private:
  Result<http::Exchange> send_one(const http::Request& request) {
    emulator::Request arrived{request.method, target_of(request.url), request.headers,
                              std::string(request.body)};
    if (request.key)
      arrived.headers.push_back({"Authorization", "Bearer " + std::string(request.key->reveal())});
    if (!request.body.empty()) desk_.last_body = request.body.view();
    auto outcome = desk_.service.respond(arrived);
    if (outcome.ending == emulator::Ending::answer)
      return http::Exchange{std::move(outcome.response), 1, {}};
    HttpFacts facts;
    facts.sent = outcome.ending == emulator::Ending::truncate ? Sent::yes : Sent::unknown;
    facts.attempts = 1;
    Error error{ErrorKind::no_response, "the connection was cut", {}, {}, {}};
    return fail(with_http(std::move(error), facts));
  }

  static std::string target_of(const std::string& url) {
    const auto scheme = url.find("://");
    return url.substr(url.find('/', scheme + 3));
  }

  Desk& desk_;
};

} // namespace

std::unique_ptr<http::Transport> transport_to(Desk& desk) {
  return std::make_unique<DeskTransport>(desk);
}

} // namespace mrctl::cases
