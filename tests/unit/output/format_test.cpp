#include "mrctl/output/format.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::output;

TEST_CASE("every format is found by its name") {
  for (const auto& row : format_rows)
    CHECK(parse_report_format(row.name) == row.format);
  CHECK(parse_error_format("text") == ErrorFormat::text);
  CHECK(parse_error_format("json") == ErrorFormat::json);
  CHECK(parse_error_format("github") == ErrorFormat::github);
}

TEST_CASE("an unknown format is answered with the nearest one") {
  CHECK(parse_report_format("jsno").error().message == "unknown format of a report 'jsno'");
  CHECK(parse_report_format("jsno").error().hint == "did you mean 'json'?");
  CHECK(parse_error_format("txt").error().hint == "did you mean 'text'?");
}

TEST_CASE("a word that is near no format is answered with the list") {
  CHECK(parse_error_format("spreadsheet").error().hint == "the formats are text json github");
}
