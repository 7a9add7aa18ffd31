#include "mrctl/output/alignment.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using namespace mrctl::output;

namespace {

std::vector<std::uint32_t> numbers_of(std::string_view letters) {
  return {letters.begin(), letters.end()};
}

// " a-b+c": kept, removed, added.
std::string steps_of(std::string_view before, std::string_view after) {
  std::string out;
  for (const auto& step : Aligner().align(numbers_of(before), numbers_of(after))) {
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
  const std::string before = "s" + std::string(2500, 'a') + "e";
  auto after = "s" + std::string(2500, 'b') + "e";
  after[700] = 'a';
  const auto steps = steps_of(before, after);
  CHECK(steps.starts_with(" s-a+b"));
  CHECK(steps.ends_with("-a+b e"));
  CHECK(steps.size() == 2 + 4 * 2499 + 2 + 2);
}

TEST_CASE("all lists of one aligner share its budget of pairs") {
  const auto some = numbers_of("ab" + std::string(998, 'x'));
  const auto others = numbers_of("b" + std::string(998, 'y') + "a");
  Aligner aligner;
  std::size_t by_position = 0;
  for (int i = 0; i < 4; ++i) {
    const auto steps = aligner.align(some, others);
    if (!steps[1].before) ++by_position;
  }
  CHECK(by_position == 2);
}
