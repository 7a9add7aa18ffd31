#include "mrctl/routing/gates.hpp"
#include "mrctl/spec/invocation.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mrctl;
using namespace mrctl::routing;

namespace {

// What is wrong with the gates of a command line; empty if nothing is.
std::string refusal(std::vector<std::string> words) {
  words.insert(words.begin(), {"preset", "explain"});
  const auto invocation = spec::parse(words);
  if (!invocation) return invocation.error().error.message;
  const auto gate = read_gate(invocation->flags);
  return gate ? "" : gate.error().message;
}

} // namespace

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
