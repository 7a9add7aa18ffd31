#include "mrctl/spec/given_value.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string_view>

using mrctl::Takes;
using namespace mrctl::spec;

namespace {

constexpr std::array<std::string_view, 3> colours{"red", "green", "blue"};

constexpr std::array<std::string_view, 1> one_word{"dead"};

struct CheckedValue {
  GivenValue given;
  std::string_view message; // empty if the value is right
  std::string_view hint{};
};

} // namespace

TEST_CASE("a value is checked by its kind, its range and its choices") {
  const std::array rows{
      CheckedValue{{Takes::count, "7", "--limit"}, ""},
      CheckedValue{{Takes::count, "999999999999999999", "--limit"}, ""},
      CheckedValue{{Takes::count, "1000000000000000000", "--limit"},
                   "--limit must be a whole number from 0, got '1000000000000000000'",
                   "for example --limit 1"},
      CheckedValue{{Takes::count, "0", "--limit", {.least = 1}},
                   "--limit must be a whole number from 1, got '0'",
                   "leave --limit out for no limit"},
      CheckedValue{{Takes::count, "x", "--limit", {.least = 5}},
                   "--limit must be a whole number from 5, got 'x'",
                   "for example --limit 5"},
      CheckedValue{{Takes::count, "2k", "--limit"},
                   "--limit must be a whole number from 0, got '2k'",
                   "did you mean 2000?"},
      CheckedValue{{Takes::count, "101", "jobs", {1, 100}, {}, "8"},
                   "jobs must be a whole number from 1 to 100, got '101'",
                   "the default is 8"},
      CheckedValue{{Takes::count, "2k", "jobs", {1, 100}, {}, "8"},
                   "jobs must be a whole number from 1 to 100, got '2k'",
                   "the default is 8"},
      CheckedValue{{Takes::count, "none", "--seed", {0, 100}},
                   "--seed must be a whole number from 0 to 100, got 'none'",
                   "for example --seed 1"},
      CheckedValue{{Takes::amount, "$2", "--max-cost"},
                   "--max-cost must be a decimal number that is not negative, got '$2'",
                   "write USD alone, such as 2"},
      CheckedValue{{Takes::amount, "-1", "max_cost"},
                   "max_cost must be a decimal number that is not negative, got '-1'",
                   "write USD alone, such as \"0.02\""},
      CheckedValue{{Takes::duration, "", "--timeout"},
                   "--timeout must be a duration such as 500ms, 10s or 2m, got ''",
                   "it is empty: is the variable set that it comes from?"},
      CheckedValue{{Takes::fingerprint, "3f9c2a1b", "--plan"},
                   "--plan must be 40 hexadecimal digits in lower case, got '3f9c2a1b'",
                   "a fingerprint has 40 digits; the last line of 'mrctl preset plan' shows it"},
      CheckedValue{{Takes::fingerprint, "\"3f9c2a1b\"", "--plan"},
                   "--plan must be 40 hexadecimal digits in lower case, got '\"3f9c2a1b\"'",
                   "leave out the quotes; 'mrctl preset plan --jq .plan -r' prints none"},
      CheckedValue{{Takes::day, "31.12.2026", "--as-of"},
                   "--as-of must be a date such as 2026-12-31, got '31.12.2026'",
                   "did you mean 2026-12-31?"},
      CheckedValue{{Takes::day, "31.11.2026", "--as-of"},
                   "--as-of must be a date such as 2026-12-31, got '31.11.2026'"},
      CheckedValue{{Takes::text, "red", "--colour", {}, colours}, ""},
      CheckedValue{{Takes::text, "Grean", "--colour", {}, colours},
                   "--colour must be one of red, green, blue; got 'Grean'",
                   "did you mean 'green'?"},
      CheckedValue{{Takes::text, "yes", "--colour", {}, colours, "red"},
                   "--colour must be one of red, green, blue; got 'yes'",
                   "the default is red"},
      CheckedValue{{Takes::file, "secret\n", "--ca-cert"},
                   "--ca-cert must be the name of a file",
                   "the name has a control character"},
      CheckedValue{{Takes::text, "x", "--fail-on", {}, one_word},
                   "--fail-on must be dead; got 'x'"},
      CheckedValue{{Takes::file, "", "--body"},
                   "--body must be the name of a file, got ''",
                   "it is empty: is the variable set that it comes from?"},
      CheckedValue{{Takes::entry, "a,b", "models"},
                   "models must be one name, got 'a,b'",
                   "write \"a\", \"b\""},
      CheckedValue{
          {Takes::name, "eu/west", "id"},
          "id must be a name of letters, digits, '.', '_' and '-', not '.git' or dots alone, got "
          "'eu/west'",
          "did you mean 'eu-west'?"},
  };
  for (const auto& row : rows) {
    CAPTURE(std::string(row.given.where));
    CAPTURE(std::string(row.given.text));
    const auto checked = check_value(row.given);
    REQUIRE(checked.has_value() == row.message.empty());
    if (checked) continue;
    CHECK(checked.error().kind == mrctl::ErrorKind::usage);
    CHECK(checked.error().message == row.message);
    CHECK(checked.error().hint == row.hint);
  }
}
