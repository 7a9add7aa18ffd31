#include "mrctl/base/list.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/spec/body_rules.hpp"
#include "mrctl/spec/rule.hpp"

#include "corpus.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace mrctl;
using namespace mrctl::contract;

namespace {

std::set<std::string> general_rules() {
  std::set<std::string> ids;
  for (const auto& rule : spec::general_rules())
    ids.emplace(rule.id);
  return ids;
}

std::set<std::string> rules_found_in_corpus() {
  std::set<std::string> rules;
  for (const auto& entry : corpus())
    for (const auto& problem : body::validate(entry.body, body::Undocumented::refused))
      rules.insert(problem.rule);
  return rules;
}

// The text of a flag can be wrong in ways in which a body cannot.
bool is_only_about_flags(const spec::BodyRule& rule) {
  return rule.says.find(" in a flag") != rule.says.npos;
}

} // namespace

TEST_CASE("corpus: whatever is found has a rule that is listed") {
  const auto general = general_rules();
  const auto of_fields = spec::body_rules();
  for (const auto& rule : rules_found_in_corpus())
    CHECK_MESSAGE(
        general.count(rule) + (find_row(of_fields, &spec::BodyRule::id, rule) != nullptr) == 1,
        rule);
}

TEST_CASE("corpus: every listed rule of a field is found in some body") {
  const auto found = rules_found_in_corpus();
  for (const auto& rule : spec::body_rules())
    if (!is_only_about_flags(rule)) CHECK_MESSAGE(found.count(rule.id) == 1, rule.id);
}
