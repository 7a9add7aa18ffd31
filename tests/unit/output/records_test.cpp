#include "mrctl/output/records.hpp"

#include "drawn.hpp"

#include <doctest/doctest.h>

using namespace mrctl::output;
using mrctl::Format;

namespace {

Records two_records() {
  return {{"tag", "note"},
          {{"plain", std::nullopt}, {"a,b", "say \"hi\""}, {"two\nlines", "tab\tand\x1b"}}};
}

} // namespace

TEST_CASE("csv quotes what needs it, doubles quotes, and leaves null empty") {
  CHECK(csv(two_records()) ==
        "tag,note\nplain,\n\"a,b\",\"say \"\"hi\"\"\"\n\"two\nlines\",tab\\tand\\x1b\n");
}

TEST_CASE("csv of nothing but quotes is quoted right") {
  CHECK(csv({{"a"}, {{"\"\""}}}, Names::hidden) == "\"\"\"\"\"\"\n");
}

TEST_CASE("csv has a line for a record without any text") {
  CHECK(csv({{"a"}, {{std::nullopt}, {""}, {"x"}}}) == "a\n\"\"\n\"\"\nx\n");
  CHECK(csv({{"a", "b"}, {{std::nullopt, std::nullopt}}}) == "a,b\n,\n");
}

TEST_CASE("a line of csv is no command to a CI service") {
  CHECK(csv({{"a"}, {{"::error::forged"}}}, Names::hidden) == "\"::error::forged\"\n");
}

TEST_CASE("without columns there is nothing to show") {
  CHECK(csv({}).empty());
  CHECK(tsv({}).empty());
  CHECK(markdown({}).empty());
}

TEST_CASE("each format of records is written by its own function") {
  const auto records = two_records();
  CHECK(records_text(Format::csv, records, Names::shown) == csv(records));
  CHECK(records_text(Format::tsv, records, Names::hidden) == tsv(records, Names::hidden));
  CHECK(records_text(Format::markdown, records, Names::shown) == markdown(records));
}

TEST_CASE("a value in tsv can hold neither a tab nor a line break") {
  CHECK(tsv(two_records(), Names::hidden) ==
        "plain\t\na,b\tsay \"hi\"\ntwo\\nlines\ttab\\tand\\x1b\n");
}

TEST_CASE("markdown escapes what would be markup") {
  CHECK(markdown({{"a_b", "c"}, {{"x|y", "<b>`*[z]"}, {std::nullopt, "1"}}}) == drawing(R"(
| a_b | c |
| --- | --- |
| x\|y | \<b>\`\*\[z] |
| – | 1 |
)"));
}

TEST_CASE("markdown without names is rows for a table that is there already") {
  CHECK(markdown({{"a", "b"}, {{"1", std::nullopt}}}, Names::hidden) == "| 1 | – |\n");
  CHECK(markdown({}, Names::hidden).empty());
}

TEST_CASE("hostile text stays text, and in its cell, in markdown") {
  const auto shown = [](std::string_view text) {
    const auto table = markdown({{"a"}, {{std::string(text)}}});
    return table.substr(std::string_view("| a |\n| --- |\n").size());
  };
  CHECK(shown("a | b\n| c\r\n\n# d") == "| a \\| b\\\\n\\| c\\\\r\\\\n\\\\n# d |\n");
  CHECK(shown("<script>alert(1)</script>") == "| \\<script>alert(1)\\</script> |\n");
  CHECK(shown("![x](y) **b** ~~c~~ $d$ &nbsp;") ==
        "| !\\[x](y) \\*\\*b\\*\\* \\~\\~c\\~\\~ \\$d\\$ \\&nbsp; |\n");
  CHECK(shown("user_id _hidden_") == "| user_id \\_hidden\\_ |\n");
  CHECK(shown("back\\slash\\|pipe") == "| back\\\\slash\\\\\\|pipe |\n");
  CHECK(shown("\x1b[31m\u202e") == "| \\\\x1b\\[31m\\\\u202e |\n");
  CHECK(shown("::error::forged ##[error]x") == "| \\\\x3a:error::forged #\\\\x23\\[error]x |\n");
}
