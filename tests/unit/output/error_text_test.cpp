#include "mrctl/base/error.hpp"
#include "mrctl/output/report.hpp"

#include "drawn.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::output;

namespace {

HttpFacts refused() {
  HttpFacts facts;
  facts.operation = "POST /presets/support/chat/completions";
  facts.status = 403;
  facts.code = 403;
  facts.key_origin = "from MRCTL_API_KEY (sk-m…f3a1)";
  facts.attempts = 1;
  facts.sent = Sent::yes;
  return facts;
}

} // namespace

TEST_CASE("a refused request says status, operation, key and what to do") {
  const auto error =
      with_http(Error::unauthorized("Only management keys can perform this operation",
                                    "create a management key, then run 'mrctl auth login'"),
                refused());
  CHECK(error_text(error, pipe_end()) == drawing(R"(
mrctl: 403 Only management keys can perform this operation
  while: POST /presets/support/chat/completions
  key:   from MRCTL_API_KEY (sk-m…f3a1)
  hint:  create a management key, then run 'mrctl auth login'
)"));
}

TEST_CASE("everything that is known of a request has its line") {
  Error error;
  error.kind = ErrorKind::rate_limited;
  error.message = "Slow down";
  HttpFacts facts;
  facts.operation = "GET /models/acme/large/endpoints";
  facts.status = 429;
  facts.code = 1015;
  facts.metadata = R"({ "plan": "free" })";
  facts.request_id = "req-7";
  facts.attempts = 3;
  facts.retry_after_s = 30;
  CHECK(error_text(with_http(std::move(error), facts), pipe_end()) == drawing(R"(
mrctl: 429 Slow down
  while: GET /models/acme/large/endpoints
  code:  1015
  more:  {"plan":"free"}
  id:    req-7
  tries: 3
  retry: after 30 s
)"));
}

TEST_CASE("after an unclear failure of a creation, a version may exist") {
  Error error;
  error.kind = ErrorKind::no_response;
  error.message = "the connection was cut off";
  HttpFacts facts;
  facts.operation = "POST /presets/support/chat/completions";
  facts.sent = Sent::unknown;
  CHECK(error_text(with_http(Error(error), facts), pipe_end()) == drawing(R"(
mrctl: the connection was cut off
  while: POST /presets/support/chat/completions
  sent:  unknown, a version may exist
)"));
  facts.sent = Sent::yes;
  CHECK(error_text(with_http(Error(error), facts), pipe_end()).find("sent:  yes, a version may") !=
        std::string::npos);
  facts.operation = "GET /byok/x";
  CHECK(error_text(with_http(Error(error), facts), pipe_end()).find("sent:") == std::string::npos);
}

TEST_CASE("a success status is no prefix of a failure") {
  auto facts = refused();
  facts.status = 200;
  facts.code.reset();
  const auto error = with_http(Error::unexpected_response("the response has no 'data'"), facts);
  CHECK(error_sentence(error) == "the response has no 'data'");
}

TEST_CASE("problems come first, then the sum of them") {
  Problem problem;
  problem.flag = "--top-p";
  problem.message = "top_p must be between 0 and 1, got 7";
  CHECK(error_text(Error::invalid({problem}), pipe_end()) == drawing(R"(
--top-p: error: top_p must be between 0 and 1, got 7
mrctl: 1 error; nothing was sent
)"));
}

TEST_CASE("hostile text in an error stays on its line") {
  auto facts = refused();
  facts.request_id = "a\nb";
  const auto error = with_http(Error::unauthorized("\x1b[2J\nmrctl: fine"), facts);
  const auto text = error_text(error, pipe_end());
  CHECK(text.starts_with("mrctl: 403 \\x1b[2J\\nmrctl: fine\n"));
  CHECK(text.find("  id:    a\\nb\n") != std::string::npos);
}

TEST_CASE("colour marks the program's name only") {
  const Terminal colour{80, Colour::on, Charset::utf8};
  CHECK(error_text(Error::usage("no such thing"), colour) ==
        "\x1b[1;31mmrctl:\x1b[0m no such thing\n");
}

TEST_CASE("a terminal gets an error in lines that end between words") {
  const Terminal narrow{40, Colour::off, Charset::utf8};
  Problem problem;
  problem.flag = "--top-p";
  problem.message = "top_p must be between 0 and 1, got 7";
  problem.suggestion = "leave it out where the service is to choose";
  auto error = Error::invalid({problem});
  error.hint = "set MRCTL_API_KEY, or run 'mrctl auth login' on this machine";
  CHECK(error_text(error, narrow) == drawing(R"(
--top-p: error: top_p must be between 0
  and 1, got 7
  help: leave it out where the service
        is to choose
mrctl: 1 error; nothing was sent
  hint:  set MRCTL_API_KEY, or run
         'mrctl auth login' on this
         machine
)"));
}
