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

TEST_CASE("a gate whose value cannot be used is a usage error that repeats it") {
  for (const auto& row :
       std::vector<std::vector<std::string>>{{"--at-least", "-1"},
                                             {"--at-least", "1.5"},
                                             {"--at-least", "99999999999999999999"},
                                             {"--max-cost", "$1"},
                                             {"--max-cost=-1", "-1"}}) {
    auto words = row;
    if (words[0].find('=') != std::string::npos) words.pop_back();
    CAPTURE(row[0]);
    CHECK(refusal(words).starts_with(row[0].substr(0, 10)));
    CHECK(refusal(words).ends_with("got '" + row[1] + "'"));
  }
  CHECK(refusal({"--at-least", "1"}).empty());
  CHECK(
      refusal({"--max-cost", "0.05", "--prompt-tokens", "1", "--completion-tokens", "1"}).empty());
}

TEST_CASE("--max-cost needs both counts of tokens") {
  for (const auto& words :
       std::vector<std::vector<std::string>>{{"--max-cost", "1"},
                                             {"--max-cost", "1", "--prompt-tokens", "1"},
                                             {"--max-cost", "1", "--completion-tokens", "1"}})
    CHECK(refusal(words).ends_with("--prompt-tokens and --completion-tokens"));
}
