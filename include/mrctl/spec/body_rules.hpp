#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/shape.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::spec {

// A field of a body, or a member at any depth. Items of lists and values of maps share the path of
// the whole, and variants that of their members: "tools.function.name".
struct BodyMember {
  std::string path;
  const Shape* shape;
  std::string_view help;    // empty if its name says it
  const Field* field;       // the top-level field it belongs to
  Rows<Variant> variants{}; // of the tag of a union, which has its shape: one for each of its words
};

// Returns each of them, in the order of the table.
[[nodiscard]] std::vector<BodyMember> body_members();

// A rule that follows from a shape.
struct BodyRule {
  std::string id; // "provider.order.type"
  Severity severity;
  std::string_view says; // what it means if the check fails
  const Shape* shape;    // of the value that is checked
};

// Returns the rules of all fields, each once.
[[nodiscard]] std::vector<BodyRule> body_rules();

// Returns what is checked of values, the last part of ids, each with its meaning: "range".
struct CheckedAspect {
  std::string_view name;
  std::string_view says;
};
[[nodiscard]] Rows<CheckedAspect> checked_aspects();

} // namespace mrctl::spec
