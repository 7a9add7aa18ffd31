#include "mrctl/base/list.hpp"
#include "mrctl/spec/gate.hpp"
#include "mrctl/spec/rule.hpp"

#include <array>

namespace mrctl::spec {

namespace {

// cmake/tables.cmake makes the initializers.
constexpr std::array own_rules{
#include <rules.inc>
};

constexpr auto rule_rows = joined(own_rules, made_of(gate_rows_with_flags, [](const GateRow& row) {
                                    return Rule{row.rule, Severity::error, row.failure};
                                  }));
static_assert(are_unique(rule_rows, &Rule::id));

} // namespace

Rows<Rule> general_rules() {
  return rule_rows;
}

} // namespace mrctl::spec
