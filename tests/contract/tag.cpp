#include "tag.hpp"

#include <vector>

namespace mrctl::contract {

namespace {

// The conditions of a node: {"properties": {TAG: {"const": WORD}}}, or "not" of such.
std::vector<Json> conditions_of(const SchemaNode& node) {
  std::vector<Json> conditions;
  if (node.has("if")) conditions.push_back(node.json()["if"]);
  if (node.has("allOf"))
    for (const auto& branch : node.json()["allOf"])
      conditions.push_back(branch["if"]);
  for (auto& condition : conditions)
    if (condition.contains("not")) condition = Json(condition["not"]);
  return conditions;
}

} // namespace

std::optional<Tag> tag_of(const SchemaNode& node) {
  Tag tag;
  for (const auto& condition : conditions_of(node)) {
    if (!condition.contains("properties")) continue;
    const auto& member = condition["properties"].items().begin();
    tag.name = member.key();
    tag.words.insert(member.value()["const"].get<std::string>());
  }
  if (tag.name.empty()) return std::nullopt;
  tag.words.merge(node.member(tag.name).choices());
  return tag;
}

} // namespace mrctl::contract
