#include "mrctl/help/schema.hpp"
#include "mrctl/papers/papers.hpp"
#include "mrctl/spec/rule.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace mrctl;
using namespace mrctl::papers;

namespace {

std::string text_of(const std::string& path) {
  for (auto& paper : papers::papers())
    if (paper.path == path) return paper.text;
  FAIL("there is no paper " << path);
  return {};
}

std::string first_lines(const std::string& text) {
  const auto first = text.find('\n');
  const auto second = text.find('\n', first + 1);
  return text.substr(0, text.find('\n', second + 1));
}

} // namespace

TEST_CASE("every paper says in its first lines that it is generated, and ends with a line break") {
  std::set<std::string> paths;
  for (const auto& paper : papers::papers()) {
    CAPTURE(paper.path);
    CHECK(paths.insert(paper.path).second);
    CHECK(first_lines(paper.text).find("Generated from the tables of mrctl") != std::string::npos);
    CHECK(paper.text.ends_with('\n'));
  }
}

TEST_CASE("every schema is a paper, with the text that the command prints") {
  for (const auto name : help::schema_names())
    CHECK(text_of("docs/schemas/" + std::string(name) + ".schema.json") ==
          *help::schema_text(name));
}

TEST_CASE("every rule has one row in the paper on rules") {
  const auto paper = text_of("docs/rules.md");
  const auto has_one_row = [&](const std::string& id) {
    const auto row = "\n| `" + id + "` | ";
    const auto found = paper.find(row);
    return found != std::string::npos && paper.find(row, found + 1) == std::string::npos;
  };
  for (const auto& rule : spec::general_rules())
    CHECK_MESSAGE(has_one_row(std::string(rule.id)), std::string(rule.id));
  for (const auto& rule : spec::field_rules())
    CHECK_MESSAGE(has_one_row(rule.id), rule.id);
}
