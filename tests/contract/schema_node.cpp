#include "schema_node.hpp"

#include <utility>

namespace mrctl::contract {

namespace {

const Names& known_keywords() {
  static const Names keywords{"$schema",
                              "title",
                              "description",
                              "default",
                              "definitions",
                              "x-kept",
                              "type",
                              "enum",
                              "const",
                              "pattern",
                              "minimum",
                              "maximum",
                              "minLength",
                              "maxLength",
                              "minItems",
                              "items",
                              "maxItems",
                              "maxProperties",
                              "propertyNames",
                              "required",
                              "properties",
                              "allOf",
                              "if",
                              "then",
                              "not",
                              "additionalProperties"};
  return keywords;
}

// Patterns are beginnings: "^router:".
bool meets(const Json& value, const Json& asked) {
  if (!asked.contains("pattern")) return value == asked["const"];
  return value.get<std::string>().starts_with(asked["pattern"].get<std::string>().substr(1));
}

bool holds(const Json& condition, const Json& object) {
  for (const auto& name : condition.value("required", Json::array()))
    if (!object.contains(name.get<std::string>())) return false;
  if (condition.contains("properties"))
    for (const auto& item : condition["properties"].items())
      if (object.contains(item.key()) && !meets(object[item.key()], item.value())) return false;
  return !condition.contains("not") || !holds(condition["not"], object);
}

void merge(Json& node, const Json& more) {
  for (const auto& item : more.items()) {
    auto& target = node[item.key()];
    if (item.value().is_object() && target.is_object())
      target.update(item.value());
    else if (item.value().is_array() && target.is_array())
      target.insert(target.end(), item.value().begin(), item.value().end());
    else
      target = item.value();
  }
}

// What the conditions of a node add, each under "if" and "then".
Json branches_of(const Json& node) {
  auto branches = node.value("allOf", Json::array());
  if (node.contains("if")) branches.push_back(Json{{"if", node["if"]}, {"then", node["then"]}});
  return branches;
}

Json without_branches(Json node) {
  for (const auto* keyword : {"allOf", "if", "then"})
    node.erase(keyword);
  return node;
}

} // namespace

SchemaNode::SchemaNode(const Json& root, Json node) : root_(root), node_(std::move(node)) {
  while (node_.is_object() && node_.contains("$ref")) {
    const auto pointer = node_["$ref"].get<std::string>().substr(1);
    node_ = root_.at(Json::json_pointer(pointer));
  }
}

Names SchemaNode::unknown_keywords() const {
  Names unknown;
  for (const auto& item : node_.items())
    if (known_keywords().count(item.key()) == 0) unknown.insert(item.key());
  return unknown;
}

Names SchemaNode::types() const {
  if (!has("type")) return {};
  const auto& type = node_["type"];
  return type.is_array() ? type.get<Names>() : Names{type.get<std::string>()};
}

Names SchemaNode::choices() const {
  Names choices;
  for (const auto& choice : node_.value("enum", Json::array()))
    if (choice.is_string()) choices.insert(choice.get<std::string>());
  return choices;
}

Names SchemaNode::required() const {
  return node_.value("required", Json::array()).get<Names>();
}

Names SchemaNode::members() const {
  auto names = required();
  if (has("properties"))
    for (const auto& item : node_["properties"].items())
      names.insert(item.key());
  return names;
}

bool SchemaNode::has(std::string_view keyword) const {
  return find_member(node_, keyword) != nullptr;
}

SchemaNode SchemaNode::at(std::string_view keyword) const {
  return {root_, node_.at(std::string(keyword))};
}

SchemaNode SchemaNode::member(const std::string& name) const {
  const auto* properties = find_member(node_, "properties");
  const auto* member = properties == nullptr ? nullptr : find_member(*properties, name);
  return {root_, member == nullptr ? Json::object() : *member};
}

double SchemaNode::number(std::string_view keyword, double otherwise) const {
  return has(keyword) ? node_.at(std::string(keyword)).get<double>() : otherwise;
}

std::string SchemaNode::text(std::string_view keyword) const {
  return has(keyword) ? node_.at(std::string(keyword)).get<std::string>() : std::string();
}

SchemaNode SchemaNode::for_type(const std::string& type) const {
  auto node = without_branches(node_);
  for (const auto& branch : branches_of(node_))
    if (branch["if"] == Json{{"type", type}}) merge(node, branch["then"]);
  return {root_, std::move(node)};
}

SchemaNode SchemaNode::for_tag(const std::string& tag, const std::string& value) const {
  auto node = without_branches(node_);
  for (const auto& branch : branches_of(node_))
    if (holds(branch["if"], Json{{tag, value}})) merge(node, branch["then"]);
  return {root_, std::move(node)};
}

} // namespace mrctl::contract
