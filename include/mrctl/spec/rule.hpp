#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/spec/shape.hpp"

#include <string_view>

namespace mrctl::spec {

// A rule that does not follow from a shape; docs/rules.md lists those that do, too. Ids are stable:
// their meaning does not change, and they are never reused.
struct Rule {
  std::string_view id; // "json.duplicate-key"
  Severity severity;
  std::string_view says; // what it means, and what to do
};

[[nodiscard]] Rows<Rule> general_rules();

} // namespace mrctl::spec
