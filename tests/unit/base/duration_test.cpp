#include "mrctl/base/duration.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace {

struct Reading {
  std::string_view text;
  long long milliseconds;
};

} // namespace

TEST_CASE("durations are read with their units, bare numbers are seconds") {
  const Reading durations[] = {
      {"500ms", 500},
      {"10s", 10'000},
      {"2m", 120'000},
      {"1h", 3'600'000},
      {"7", 7'000},
      {"1.5s", 1'500},
      {"0", 0},
      {"0s", 0},
      {"0.25m", 15'000},
      {"1.001", 1'001},
      {"8784h", 31'622'400'000},
  };
  for (const auto& row : durations) {
    const auto duration = mrctl::parse_duration(row.text);
    REQUIRE_MESSAGE(duration.has_value(), std::string(row.text));
    CHECK(duration->count() == row.milliseconds);
  }
}

TEST_CASE("a tiny limit does not become no limit") {
  CHECK(mrctl::parse_duration("0.1ms") == mrctl::Duration(1));
  CHECK(mrctl::parse_duration("1h2m3s4ms") == mrctl::Duration(3'723'004));
  for (const auto* text : {"2m1h", "1s1s", "1m30", "m", "1m ", "30s1"})
    CHECK_FALSE(mrctl::parse_duration(text).has_value());
  CHECK(mrctl::parse_duration("0.0001") == mrctl::Duration(1));
}

TEST_CASE("what is no duration is refused") {
  for (const std::string_view text :
       {"", "s", "ms", "soon", "-1", "-1s", "+1s", "1e3", "1 s", " 1", "1d", "1sm", "1.2.3", ".",
        "inf", "nan", "0x10", "8785h", "99999999999999999999999999"})
    CHECK_MESSAGE(!mrctl::parse_duration(text), std::string(text));
}

TEST_CASE("the shortest spelling reads back as the same duration") {
  const std::pair<long long, std::string_view> spellings[] = {
      {0, "0"},        {500, "500ms"},    {1'000, "1s"},     {90'000, "90s"},
      {120'000, "2m"}, {1'500, "1500ms"}, {3'600'000, "1h"}, {5'400'000, "90m"},
  };
  for (const auto& [milliseconds, text] : spellings) {
    CHECK(mrctl::duration_text(mrctl::Duration(milliseconds)) == text);
    CHECK(mrctl::parse_duration(text) == mrctl::Duration(milliseconds));
  }
}
