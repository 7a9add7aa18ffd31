#include "mrctl/base/decimal.hpp"

#include <doctest/doctest.h>

#include <string_view>

namespace {

using mrctl::meant_number;

TEST_CASE("a number in the notation of people is found") {
  struct Row {
    std::string_view text;
    std::string_view number;
  };
  for (const auto& row : {Row{"$2.5", "2.5"},
                          Row{"2,5", "2.5"},
                          Row{"2.5 USD", "2.5"},
                          Row{"1k", "1000"},
                          Row{"1.5K", "1500"},
                          Row{"2M", "2000000"},
                          Row{"2,000", "2000"},
                          Row{"1,000,000", "1000000"},
                          Row{"1_000", "1000"},
                          Row{"1'000", "1000"},
                          Row{"0,500", "0.5"},
                          Row{"250ms", "250"},
                          Row{"99%", "99"},
                          Row{"300 tokens", "300"},
                          Row{"1,000.50", "1000.5"},
                          Row{"2e-6 USD", "0.000002"},
                          Row{".5", "0.5"},
                          Row{"+1", "1"},
                          Row{"7.", "7"},
                          Row{"-2,5", "-2.5"},
                          Row{"0.5", "0.5"}}) {
    CAPTURE(row.text);
    CHECK(meant_number(row.text) == row.number);
  }
}

TEST_CASE("other texts mean no number") {
  for (const auto* text :
       {"", "k", "ms", "two", "1.2.3", "2,5,1", "0x10", "1e9999", ",5k,", "--1"}) {
    CAPTURE(text);
    CHECK(meant_number(text).empty());
  }
}

} // namespace
