#include "mrctl/body/validate.hpp"

#include "corpus.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>

using namespace mrctl;
using namespace mrctl::contract;

namespace {

// The line of docs/rules.md that explains each rule. Those of fields come behind their title.
struct ListedRules {
  std::map<std::string, std::string> general;
  std::map<std::string, std::string> of_fields;
};

ListedRules listed_rules() {
  static const std::regex id("`([^`]+)`");
  std::ifstream paper(MRCTL_RULES);
  ListedRules rules;
  auto* part = &rules.general;
  for (std::string line; std::getline(paper, line);) {
    if (line == "## Rules of fields") part = &rules.of_fields;
    if (!line.starts_with("- ")) continue;
    for (std::sregex_iterator at(line.begin(), line.end(), id), end; at != end; ++at)
      part->emplace((*at)[1], line);
  }
  REQUIRE_FALSE(rules.general.empty());
  REQUIRE_FALSE(rules.of_fields.empty());
  return rules;
}

std::set<std::string> rules_found_in_corpus() {
  std::set<std::string> rules;
  for (const auto& entry : corpus())
    for (const auto& problem : body::validate(entry.body, body::Undocumented::refused))
      rules.insert(problem.rule);
  return rules;
}

// The text of a flag can be wrong in ways in which a body cannot.
bool is_only_about_flags(const std::string& line) {
  return line.find(" in a flag: ") != line.npos;
}

} // namespace

TEST_CASE("corpus: whatever is found has a rule that is listed") {
  const auto listed = listed_rules();
  for (const auto& rule : rules_found_in_corpus())
    CHECK_MESSAGE(listed.general.count(rule) + listed.of_fields.count(rule) == 1, rule);
}

TEST_CASE("corpus: every listed rule of a field is found in some body") {
  const auto found = rules_found_in_corpus();
  const auto listed = listed_rules();
  for (const auto& row : listed.of_fields)
    if (!is_only_about_flags(row.second)) CHECK_MESSAGE(found.count(row.first) == 1, row.first);
}
