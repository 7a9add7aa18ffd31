#include "mrctl/request/validate.hpp"
#include "mrctl/spec/rule.hpp"

#include "corpus.hpp"
#include "listed_rules.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>

using namespace mrctl;
using namespace mrctl::contract;

namespace {

std::set<std::string> rules_found_in_corpus() {
  std::set<std::string> rules;
  for (const auto& entry : corpus())
    for (const auto& problem : request::validate(entry.body, request::Undocumented::refused))
      rules.insert(problem.rule);
  return rules;
}

// The text of a flag can be wrong in ways in which a body cannot.
bool is_only_about_flags(const spec::FieldRule& rule) {
  return rule.checks.ends_with("if given by a flag") || rule.id.ends_with(".pair");
}

} // namespace

TEST_CASE("corpus: whatever is found has a rule that is listed") {
  const auto listed = listed_rules();
  for (const auto& rule : rules_found_in_corpus())
    CHECK_MESSAGE(listed.count(rule) == 1, rule);
}

TEST_CASE("corpus: every listed rule of a field is found in some body") {
  const auto found = rules_found_in_corpus();
  for (const auto& rule : spec::field_rules())
    if (!is_only_about_flags(rule)) CHECK_MESSAGE(found.count(rule.id) == 1, rule.id);
}
