#include "mrctl/explain/gates.hpp"

#include "explained.hpp"

#include <string>
#include <vector>

using namespace mrctl;
using namespace mrctl::explain;

namespace {

// Two endpoints that cost 3 and 7 USD for one token each way, and one whose cost nobody knows.
constexpr auto endpoints = R"([
    {"tag":"cheap","context_length":9,"quantization":"fp8","pricing":{"prompt":"1","completion":"2"}},
    {"tag":"Dear/eu","context_length":9,"quantization":"fp8","pricing":{"prompt":"3","completion":"4"}},
    {"tag":"unpriced","context_length":9,"quantization":"int4"}])";

Explained judged(const std::string& provider, std::string_view listed = endpoints) {
  const Premises premises{decimal("1"), decimal("1")};
  return explained(R"({"provider":)" + provider + "}", listed, premises);
}

// "met: has 3 eligible endpoints", a line for each verdict.
std::string verdicts(const Gates& gates, const std::string& provider,
                     std::string_view listed = endpoints) {
  const auto all = judged(provider, listed);
  std::string out;
  for (const auto& verdict : judge_gates(gates, std::vector{&all.explanation}))
    out += (out.empty() ? "" : "; ") + flag_of(verdict) + (verdict.is_met ? " met: " : " fails: ") +
           verdict.why;
  return out;
}

Gates at_least(std::size_t count) {
  return {.at_least = count};
}

Gates max_cost(std::string_view limit) {
  return {.max_cost = decimal(limit)};
}

Gates require(std::string_view text) {
  return {.required = {read_required_tag(text)}};
}

// The usage error on a required tag: "unknown endpoint 'x'" and its hint; empty if there is none.
std::string refusal(std::string_view text) {
  const auto all = judged("{}");
  const auto known = check_required(require(text), std::vector{&all.explanation});
  return known ? "" : known.error().message + "; " + known.error().hint;
}

} // namespace

TEST_CASE("at-least counts eligible endpoints and names them where they are too few") {
  CHECK(verdicts(at_least(2), R"({"quantizations":["fp8"]})") ==
        "--at-least 2 met: has 2 eligible endpoints");
  CHECK(verdicts(at_least(3), R"({"quantizations":["fp8"]})") ==
        "--at-least 3 fails: has 2 eligible endpoints: cheap, Dear/eu");
  CHECK(verdicts(at_least(1), R"({"only":["nobody"]})") ==
        "--at-least 1 fails: has no eligible endpoint");
}

TEST_CASE("a gate that fails for unknown endpoints alone says what would decide it") {
  CHECK(verdicts(at_least(2), R"({"zdr":true,"data_collection":"deny","ignore":["cheap"]})") ==
        "--at-least 2 fails: has no eligible endpoint; 2 are unknown: --assume "
        "data_collection,zdr would decide");
  CHECK(verdicts(at_least(3), R"({"zdr":true,"ignore":["cheap"]})") ==
        "--at-least 3 fails: has no eligible endpoint");
  CHECK(verdicts(max_cost("1"), R"({"zdr":true,"only":["cheap"]})") ==
        "--max-cost 1 fails: has no eligible endpoint; 1 is unknown: --assume zdr would decide");
  CHECK(verdicts(require("cheap"), R"({"zdr":true})") ==
        "--require cheap fails: leaves cheap unknown; --assume zdr would decide");
}

TEST_CASE("what a listing does not happen to say cannot be assumed") {
  constexpr auto silent = R"([{"tag":"a"},{"tag":"b"}])";
  CHECK(verdicts(at_least(1), R"({"zdr":true,"quantizations":["fp8"]})", silent) ==
        "--at-least 1 fails: has no eligible endpoint; 2 are unknown");
}

TEST_CASE("max-cost compares the most expensive eligible endpoint, exactly") {
  const auto provider = R"({"quantizations":["fp8"]})";
  CHECK(verdicts(max_cost("7.0"), provider) ==
        "--max-cost 7 met: reaches Dear/eu, which costs 7 USD");
  CHECK(verdicts(max_cost("6.999999999999999999999999"), provider) ==
        "--max-cost 6.999999999999999999999999 fails: reaches Dear/eu, which costs 7 USD");
  CHECK(verdicts(max_cost("100"), "{}") ==
        "--max-cost 100 fails: reaches unpriced, whose cost is not known");
}

TEST_CASE("require takes a full tag, in any case, and says what the endpoint is instead") {
  CHECK(verdicts(require("CHEAP"), "{}") == "--require CHEAP met: reaches CHEAP");
  CHECK(verdicts(require("acme/large=dear/EU"), "{}") ==
        "--require acme/large=dear/EU met: reaches dear/EU");
  CHECK(verdicts(require("cheap"), R"({"ignore":["cheap"]})") ==
        "--require cheap fails: excludes cheap");
}

TEST_CASE("a required tag or model that is not listed is a usage error with the nearest one") {
  CHECK(refusal("cheap").empty());
  CHECK(refusal("chaep") == "unknown endpoint 'chaep'; did you mean 'cheap'?");
  CHECK(refusal("acme/large=chaep") == "unknown endpoint 'chaep'; did you mean 'cheap'?");
  CHECK(refusal("acme/lrge=cheap") == "unknown model 'acme/lrge'; did you mean 'acme/large'?");
}

TEST_CASE("dead entries fail their gate, and are named") {
  const Gates gates{.no_dead_entries = true};
  CHECK(verdicts(gates, R"({"only":["cheap"]})") ==
        "--no-dead-entries met: has no entries that match no endpoint");
  CHECK(verdicts(gates, R"({"order":["chaep"],"ignore":["x"]})") ==
        "--no-dead-entries fails: has entries that match no endpoint: 'x', 'chaep' (did you mean "
        "'cheap'?)");
}

TEST_CASE("a gate that looks at nothing is not met") {
  CHECK(verdicts(at_least(0), "{}", "[]") == "--at-least 0 fails: has no endpoints");
  CHECK(verdicts(max_cost("1"), "{}", "[]") == "--max-cost 1 fails: has no eligible endpoint");
  CHECK(verdicts(require("x"), "{}", "[]") == "--require x fails: is not listed");
  CHECK(verdicts({.no_dead_entries = true}, "{}", "[]") ==
        "--no-dead-entries fails: has no endpoints to compare its entries with");
  CHECK(verdicts(at_least(0), R"({"zdr":true})") == "--at-least 0 met: has no eligible endpoint");
}

TEST_CASE("every gate is judged for every group") {
  const auto all = judged("{}");
  const auto found = judge_gates({.at_least = 9, .max_cost = decimal("1"), .no_dead_entries = true},
                                 std::vector{&all.explanation, &all.explanation});
  REQUIRE(found.size() == 6);
  CHECK(found[1].body == 1);
  CHECK(found[1].group == 0);
  CHECK(!found[5].group.has_value());
  CHECK(found[2].asked == "1");
}
