#include "mrctl/base/error.hpp"

#include <doctest/doctest.h>

#include <iterator>
#include <set>
#include <string_view>
#include <utility>

using mrctl::ErrorKind;

TEST_CASE("each kind of failure has the exit code that scripts rely on") {
  const std::pair<ErrorKind, int> codes[] = {
      {ErrorKind::internal, 1},      {ErrorKind::usage, 2},
      {ErrorKind::validation, 2},    {ErrorKind::unauthorized, 3},
      {ErrorKind::not_found, 4},     {ErrorKind::conflict, 5},
      {ErrorKind::rate_limited, 6},  {ErrorKind::server, 7},
      {ErrorKind::no_response, 8},   {ErrorKind::rejected, 9},
      {ErrorKind::condition, 10},    {ErrorKind::unexpected_response, 11},
      {ErrorKind::interrupted, 130}, {ErrorKind::declined, 130},
      {ErrorKind::terminated, 143},
  };
  CHECK(std::size(codes) == mrctl::exit_codes().size());
  for (const auto& [kind, code] : codes)
    CHECK(mrctl::exit_code_of(kind).code == code);
}

TEST_CASE("the codes ascend, and each one says once what it means") {
  const auto rows = mrctl::exit_codes();
  int last = mrctl::exit_success;
  for (const auto& row : rows) {
    CHECK(row.code >= last);
    CHECK(row.meaning.empty() == (row.code == last));
    last = row.code;
  }
}

TEST_CASE("every kind has a name of its own") {
  std::set<std::string_view> names;
  for (const auto& row : mrctl::exit_codes()) {
    CHECK_FALSE(row.name.empty());
    names.insert(row.name);
  }
  CHECK(names.size() == mrctl::exit_codes().size());
}
