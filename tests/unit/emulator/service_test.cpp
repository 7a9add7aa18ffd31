#include "mrctl/emulator/service.hpp"

#include "ask.hpp"
#include "counting_store.hpp"

using namespace mrctl;
using namespace mrctl::emulator;

namespace {

Service service_with(const char* fault) {
  auto store = counting_store();
  auto rule = parse_fault_rule(fault);
  REQUIRE(rule);
  return {std::move(store), {std::move(*rule)}, 1};
}

Outcome first_outcome(const char* fault) {
  return service_with(fault).respond(post_preset("support"));
}

// How many versions there are after one request that met the fault.
int versions_after(const char* fault) {
  auto service = service_with(fault);
  (void)service.respond(post_preset("support"));
  const auto next = service.respond(post_preset("support"));
  return json_of(next.response)["data"]["designated_version"]["version"].get<int>() - 1;
}

} // namespace

TEST_CASE("without a fault the service just answers") {
  const auto outcome = first_outcome("GET * = 500");
  CHECK(outcome.response.status == 200);
  CHECK(outcome.ending == Ending::answer);
  CHECK(outcome.delay == Duration{0});
}

TEST_CASE("a status comes in the envelope, with Retry-After where the rule says so") {
  const auto outcome = first_outcome("* * = 429 retry-after 3");
  CHECK(outcome.response.status == 429);
  CHECK(message_of(outcome.response) == "Too Many Requests");
  CHECK(http::find_header(outcome.response.headers, "retry-after") == "3");
  CHECK(http::find_header(outcome.response.headers, "x-request-id"));
  CHECK_FALSE(http::find_header(first_outcome("* * = 429").response.headers, "retry-after"));
}

TEST_CASE("a status that the specification does not mention has the words of its status line") {
  CHECK(message_of(first_outcome("* * = 422").response) == "Unprocessable Content");
  CHECK(message_of(first_outcome("* * = 599").response) == "Status 599");
}

TEST_CASE("a 200 by a rule carries an error") {
  const auto outcome = first_outcome("* * = 200");
  CHECK(outcome.response.status == 200);
  CHECK(json_of(outcome.response).contains("error"));
}

TEST_CASE("a 204 has no body") {
  CHECK(first_outcome("* * = 204").response.body.empty());
}

TEST_CASE("a page of HTML comes from a bad gateway") {
  const auto outcome = first_outcome("* * = html");
  CHECK(outcome.response.status == 502);
  CHECK(http::find_header(outcome.response.headers, "content-type") == "text/html; charset=utf-8");
  CHECK(outcome.response.body.find("<html>") != std::string::npos);
}

TEST_CASE("an error without a code has only a message") {
  const auto outcome = first_outcome("* * = no-code");
  CHECK(outcome.response.status == 500);
  CHECK(outcome.response.body == R"({"error":{"message":"Internal Server Error"}})");
}

TEST_CASE("the other faults say how the connection ends") {
  CHECK(first_outcome("* * = reset").ending == Ending::reset);
  CHECK(first_outcome("* * = reset-after-commit").ending == Ending::reset);
  CHECK(first_outcome("* * = hang").ending == Ending::hang);
  const auto truncated = first_outcome("* * = truncate");
  CHECK(truncated.ending == Ending::truncate);
  CHECK(truncated.response.status == 200);
  const auto slow = first_outcome("* * = slow 200ms");
  CHECK(slow.ending == Ending::answer);
  CHECK(slow.delay == std::chrono::milliseconds(200));
}

TEST_CASE("only the faults that say so leave a version behind") {
  CHECK(versions_after("* * = reset times 1") == 0);
  CHECK(versions_after("* * = hang times 1") == 0);
  CHECK(versions_after("* * = 500 times 1") == 0);
  CHECK(versions_after("* * = reset-after-commit times 1") == 1);
  CHECK(versions_after("* * = truncate times 1") == 1);
  CHECK(versions_after("* * = slow 1ms times 1") == 1);
}
