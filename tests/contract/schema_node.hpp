#pragma once

#include "mrctl/json/value.hpp"

#include <set>
#include <string>
#include <string_view>

namespace mrctl::contract {

using Names = std::set<std::string>;

// One node of the hand-written JSON Schema, with the questions that the comparison asks of it. It
// knows the part of draft 7 that the schema uses; unknown_keywords() names whatever goes beyond.
class SchemaNode {
public:
  explicit SchemaNode(const Json& root) : SchemaNode(root, root) {}

  [[nodiscard]] Names unknown_keywords() const;
  // "string", "integer", "null" …; empty where every type will do.
  [[nodiscard]] Names types() const;
  // The strings of `enum`.
  [[nodiscard]] Names choices() const;
  [[nodiscard]] Names required() const;
  // The members that it names, as properties or as required ones.
  [[nodiscard]] Names members() const;

  [[nodiscard]] bool has(std::string_view keyword) const;
  [[nodiscard]] SchemaNode at(std::string_view keyword) const;
  // What a member must be: anything, where it is not said.
  [[nodiscard]] SchemaNode member(const std::string& name) const;
  [[nodiscard]] double number(std::string_view keyword, double otherwise) const;
  [[nodiscard]] std::string text(std::string_view keyword) const;
  [[nodiscard]] const Json& json() const { return node_; }

  // The node as it applies to values of one JSON type: with what "if" and "then" add for that type.
  [[nodiscard]] SchemaNode for_type(const std::string& type) const;
  // The node as it applies to objects whose member `tag` is `value`.
  [[nodiscard]] SchemaNode for_tag(const std::string& tag, const std::string& value) const;

private:
  SchemaNode(const Json& root, Json node);

  const Json& root_;
  Json node_;
};

} // namespace mrctl::contract
