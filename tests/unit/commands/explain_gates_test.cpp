#include "mrctl/explain/explain.hpp"
#include "mrctl/spec/invocation.hpp"

#include "../../../src/commands/explain_input.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mrctl;
using namespace mrctl::commands;

namespace {

struct Explained {
  Json body;
  service::Model model;
  explain::ExplainedBodies bodies;
};

// Two endpoints that cost 3 and 7 USD for one token each way, and one whose cost nobody knows.
Explained explained(const std::string& provider) {
  const std::string text = R"({"endpoints":[
      {"tag":"cheap","context_length":9,"quantization":"fp8","pricing":{"prompt":"1","completion":"2"}},
      {"tag":"Dear/eu","context_length":9,"quantization":"fp8","pricing":{"prompt":"3","completion":"4"}},
      {"tag":"unpriced","context_length":9,"quantization":"int4"}]})";
  Explained out{
      Json::parse(R"({"provider":)" + provider + "}"), service::read_model_text(text), {}};
  const std::vector listings{explain::Listing{"acme/large", out.model.endpoints}};
  const auto one = *Decimal::parse("1");
  explain::ExplainedBody body;
  body.file = "support.yaml";
  body.explanation = explain::explain(out.body, listings, {one, one});
  out.bodies.push_back(std::move(body));
  return out;
}

std::vector<Error> failures_of(const Gates& gates, const explain::ExplainedBodies& bodies) {
  return failed_gates(check_gates(gates, bodies), bodies);
}

std::string failures(const Gates& gates, const std::string& provider) {
  const auto all = explained(provider);
  std::string out;
  for (const auto& failure : failures_of(gates, all.bodies)) {
    CHECK(failure.kind == ErrorKind::condition);
    out += failure.message + "\n";
  }
  return out;
}

Gates at_least(std::size_t count) {
  return {count, {}, {}};
}

Gates max_cost(std::string_view limit) {
  return {{}, Decimal::parse(limit), {}};
}

Gates require(std::string tag) {
  return {{}, {}, std::move(tag)};
}

constexpr auto where = " was not met: acme/large of support.yaml ";

// What is wrong with the gates of a command line; empty if nothing is.
std::string refusal(std::vector<std::string> words) {
  words.insert(words.begin(), {"preset", "explain"});
  const auto invocation = spec::parse(words);
  if (!invocation) return invocation.error().error.message;
  const auto gates = read_gates(invocation->flags);
  return gates ? "" : gates.error().message;
}

} // namespace

TEST_CASE("--at-least counts eligible endpoints and names them") {
  CHECK(failures(at_least(2), R"({"quantizations":["fp8"]})").empty());
  CHECK(failures(at_least(3), R"({"quantizations":["fp8"]})") ==
        std::string("--at-least 3") + where + "has 2 eligible endpoints: cheap, Dear/eu\n");
  CHECK(failures(at_least(2), R"({"only":["cheap"]})") ==
        std::string("--at-least 2") + where + "has 1 eligible endpoint: cheap\n");
  CHECK(failures(at_least(1), R"({"zdr":true})") ==
        std::string("--at-least 1") + where + "has no eligible endpoint\n");
}

TEST_CASE("--at-least 0 is met by a group that has endpoints, and by no empty one") {
  CHECK(failures(at_least(0), R"({"zdr":true})").empty());
  auto empty = explained("{}");
  empty.bodies.front().explanation.groups.front().endpoints.clear();
  CHECK(failures_of(at_least(0), empty.bodies).size() == 1);
}

TEST_CASE("--max-cost compares the most expensive eligible endpoint, exactly") {
  const auto provider = R"({"quantizations":["fp8"]})";
  CHECK(failures(max_cost("7"), provider).empty());
  CHECK(failures(max_cost("7.0"), provider).empty());
  CHECK(failures(max_cost("6.999999999999999999999999"), provider) ==
        std::string("--max-cost 6.999999999999999999999999") + where +
            "reaches Dear/eu, which costs 7 USD\n");
  CHECK(failures(max_cost("3"), R"({"only":["cheap"]})").empty());
}

TEST_CASE("--max-cost fails where the cost of an eligible endpoint is not known") {
  CHECK(failures(max_cost("100"), "{}") ==
        std::string("--max-cost 100") + where + "reaches unpriced, whose cost is not known\n");
}

TEST_CASE("a gate that looked at nothing is not met") {
  const auto nothing = R"({"only":["nobody"]})";
  CHECK(failures(max_cost("100"), nothing) ==
        std::string("--max-cost 100") + where + "has no eligible endpoint\n");
  auto empty = explained("{}");
  empty.bodies.front().explanation.groups.front().endpoints.clear();
  for (const auto& gate : {at_least(0), max_cost("100"), require("cheap")})
    CHECK(failures_of(gate, empty.bodies).size() == 1);
}

TEST_CASE("--require takes a full tag, in any case, and says what the endpoint is instead") {
  CHECK(failures(require("CHEAP"), "{}").empty());
  CHECK(failures(require("dear/EU"), "{}").empty());
  CHECK(failures(require("dear"), "{}") ==
        std::string("--require dear") + where + "has no such endpoint\n");
  CHECK(failures(require("cheap"), R"({"ignore":["cheap"]})") ==
        std::string("--require cheap") + where + "excludes it\n");
  CHECK(failures(require("cheap"), R"({"zdr":true})") ==
        std::string("--require cheap") + where + "leaves it unknown\n");
}

TEST_CASE("every gate must be met by every group, and each fails once") {
  auto all = explained("{}");
  auto second = all.bodies.front();
  second.file = "triage.yaml";
  all.bodies.push_back(second);
  const auto found = failures_of({9, Decimal::parse("1"), "nobody"}, all.bodies);
  REQUIRE(found.size() == 3);
  CHECK(found[2].message == "--require nobody was not met: acme/large of support.yaml has no such "
                            "endpoint; acme/large of triage.yaml has no such endpoint");
}

TEST_CASE("a gate whose value cannot be used is a usage error") {
  CHECK(refusal({"--at-least", "-1"}) == "--at-least must be a whole number from 0, got '-1'");
  CHECK(refusal({"--at-least", "1.5"}) == "--at-least must be a whole number from 0, got '1.5'");
  CHECK(refusal({"--at-least", "99999999999999999999"}) ==
        "--at-least must be a whole number from 0, got '99999999999999999999'");
  CHECK(refusal({"--at-least", "1"}).empty());
  CHECK(refusal({"--max-cost=-1"}) == "--max-cost must be an amount in USD, got '-1'");
  CHECK(refusal({"--max-cost", "$1"}) == "--max-cost must be an amount in USD, got '$1'");
  CHECK(
      refusal({"--max-cost", "0.05", "--prompt-tokens", "1", "--completion-tokens", "1"}).empty());
}

TEST_CASE("--max-cost needs both counts of tokens") {
  const auto refused = "--max-cost needs --prompt-tokens and --completion-tokens";
  CHECK(refusal({"--max-cost", "1"}) == refused);
  CHECK(refusal({"--max-cost", "1", "--prompt-tokens", "1"}) == refused);
  CHECK(refusal({"--max-cost", "1", "--completion-tokens", "1"}) == refused);
}
