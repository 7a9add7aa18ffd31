#include "mrctl/base/error.hpp"
#include "mrctl/output/report.hpp"
#include "mrctl/output/result_rows.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::output;

namespace {

Json line_on(const Error& error) {
  return Json::parse(result_json(error));
}

} // namespace

TEST_CASE("a usage error has every key, null where nothing is known") {
  CHECK(
      result_json(ErrorLine{Error::usage("unknown flag '--x'")}) ==
      R"({"error":{"kind":"usage","exit_code":2,"http_status":null,"code":null,)"
      R"("message":"unknown flag '--x'","hint":null,"request_id":null,"attempts":0,)"
      R"("retry_after_s":null,"sent":"no","stored":"no","operation":null,"problems":[],"metadata":null}})");
}

TEST_CASE("an error of the service carries what came with it") {
  HttpFacts facts;
  facts.operation = "GET /byok/x";
  facts.status = 429;
  facts.code = 429;
  facts.metadata = R"({"plan":"free"})";
  facts.request_id = "req-7";
  facts.attempts = 3;
  facts.retry_after_s = 30;
  facts.sent = Sent::yes;
  Error error;
  error.kind = ErrorKind::rate_limited;
  error.message = "Slow down";
  CHECK(result_json(ErrorLine{with_http(std::move(error).with_hint("wait"), facts)}) ==
        R"({"error":{"kind":"rate_limited","exit_code":6,"http_status":429,"code":429,)"
        R"("message":"Slow down","hint":"wait","request_id":"req-7","attempts":3,)"
        R"("retry_after_s":30,"sent":"yes","stored":"no","operation":"GET /byok/x","problems":[],)"
        R"("metadata":{"plan":"free"}}})");
}

TEST_CASE("metadata that is no JSON is null") {
  HttpFacts facts;
  facts.metadata = "{cut off";
  CHECK(line_on(with_http(Error::internal("m"), facts))["metadata"].is_null());
}

TEST_CASE("without facts only some kinds prove that nothing was sent") {
  CHECK(line_on(Error::invalid({}))["sent"] == "no");
  CHECK(line_on(Error::condition("m"))["sent"] == "unknown");
  CHECK(line_on(Error::internal("m"))["attempts"].is_null());
}

TEST_CASE("warnings are one object") {
  Problem problem;
  problem.severity = Severity::warning;
  problem.message = "m";
  const auto report = Json::parse(result_json(Remarks{{problem}}));
  CHECK(report["warnings"].size() == 1);
  CHECK(report["warnings"][0]["severity"] == "warning");
}
