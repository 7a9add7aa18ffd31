#include "mrctl/diff/alignment.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace mrctl::diff;

namespace {

// " a-b+c": kept, removed, added.
std::string steps_of(std::string_view before, std::string_view after) {
  std::string out;
  for (const auto& step :
       align({0, before.size()}, {0, after.size()},
             [&](std::size_t i, std::size_t j) { return before[i] == after[j]; })) {
    if (step.before && step.after)
      out += std::string(" ") + after[*step.after];
    else if (step.before)
      out += std::string("-") + before[*step.before];
    else
      out += std::string("+") + after[*step.after];
  }
  return out;
}

} // namespace

TEST_CASE("an element that was put in or taken out is one step") {
  CHECK(steps_of("abc", "abc") == " a b c");
  CHECK(steps_of("abc", "axbc") == " a+x b c");
  CHECK(steps_of("abc", "bc") == "-a b c");
  CHECK(steps_of("abc", "abd") == " a b-c+d");
  CHECK(steps_of("ab", "ba") == "-a b+a");
  CHECK(steps_of("", "ab") == "+a+b");
  CHECK(steps_of("ab", "") == "-a-b");
  CHECK(steps_of("xaybz", "1a2b3") == "-x+1 a-y+2 b-z+3");
}

TEST_CASE("lists too long to compare each with each are compared by position") {
  const std::string before = "s" + std::string(1500, 'a') + "e";
  auto after = "s" + std::string(1500, 'b') + "e";
  after[700] = 'a';
  const auto steps = steps_of(before, after);
  CHECK(steps.starts_with(" s-a+b"));
  CHECK(steps.ends_with("-a+b e"));
  CHECK(steps.size() == 2 + 4 * 1499 + 2 + 2);
}

TEST_CASE("stretches count from where they begin") {
  const std::string_view before = "__ab";
  const std::string_view after = "_abc";
  const auto steps =
      align({2, 2}, {1, 3}, [&](std::size_t i, std::size_t j) { return before[i] == after[j]; });
  REQUIRE(steps.size() == 3);
  CHECK(steps[0] == Step{2, 1});
  CHECK(steps[2] == Step{{}, 3});
}
