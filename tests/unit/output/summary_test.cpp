#include "mrctl/output/summary.hpp"

#include <doctest/doctest.h>

using namespace mrctl::output;

namespace {

constexpr std::size_t plenty = 10'000;

Digest three_rows() {
  return {.totals = "3 files: 1 error",
          .tables = {{{"place"}, {{"a"}, {"b|c"}, {"d"}}}},
          .command = "preset lint"};
}

} // namespace

TEST_CASE("a summary has totals, then failures, then rows") {
  CHECK(summary(three_rows(), {"it failed"}, plenty) == R"(## mrctl preset lint

3 files: 1 error

- **it failed**

| place |
| --- |
| a |
| b\|c |
| d |
)");
}

TEST_CASE("what does not fit is left out from the end, and counted") {
  const auto whole = summary(three_rows(), {}, plenty).size();
  for (std::size_t room = 0; room <= whole + 40; ++room) {
    const auto text = summary(three_rows(), {}, room);
    CHECK(text.size() <= room);
    CHECK((text.empty() || text.ends_with("| d |\n") || text.ends_with("left out\n")));
  }
  const auto cut = summary(three_rows(), {}, whole - 1 + 20);
  CHECK(cut.ends_with("| d |\n"));
  CHECK(summary(three_rows(), {}, 60).ends_with("\n3 rows left out\n"));
}
