#pragma once

#include "mrctl/base/problem.hpp"
#include "mrctl/spec/field.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::spec {

// A rule that does not follow from a shape. Ids are stable: their meaning does not change, and they
// are never reused.
struct Rule {
  std::string_view id; // "json.duplicate-key"
  Severity severity;
  std::string_view says; // what it means, and what to do
};

[[nodiscard]] Rows<Rule> general_rules();

// A rule that follows from the shape of a field or one of its members. Items of a list and values
// of a map share the rules of the whole.
struct FieldRule {
  std::string id; // "provider.order.type"
  Severity severity;
  const Field* field;
  std::string checks{}; // "an array or null; each item a string"
};

// The rules of every field, in the order of the specification.
[[nodiscard]] const std::vector<FieldRule>& field_rules();

} // namespace mrctl::spec
