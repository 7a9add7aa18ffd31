#include "mrctl/base/list.hpp"
#include "mrctl/base/output_format.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <string_view>

using namespace mrctl;

namespace {

// A format that is added later need not be named in this file.
bool is_judged_here(std::string_view name) {
  constexpr std::array<std::string_view, 14> names{"table", "text", "wide",  "json",       "jsonl",
                                                   "csv",   "tsv",  "yaml",  "markdown",   "raw",
                                                   "name",  "html", "junit", "codequality"};
  return contains(names, name);
}

template <class Predicate>
std::string formats_where(Predicate holds) {
  std::string names;
  for (const auto& row : format_rows)
    if (is_judged_here(row.name) && row.name == name_of(row.format) && holds(row.format))
      names += (names.empty() ? "" : " ") + std::string(row.name);
  return names;
}

} // namespace

TEST_CASE("the rows say which formats have values as people read them") {
  CHECK(formats_where(has_values_for_people) == "table text wide markdown html");
  CHECK(formats_where(is_for_people) == "table text wide html");
  CHECK(formats_where(is_drawn) == "table text wide");
}

TEST_CASE("the rows say how formats for programs are laid out") {
  CHECK(formats_where(is_of_records) == "csv tsv markdown");
  CHECK(formats_where(has_every_column) == "csv tsv");
  CHECK(formats_where(is_rows) == "jsonl csv tsv name");
  CHECK(formats_where(is_document) == "json yaml raw junit codequality");
}
