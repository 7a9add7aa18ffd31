#include "comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mrctl::contract {

namespace {

using spec::ShapeKind;

Names types_of(const spec::Shape& shape);

Names types_of_kind(const spec::Shape& shape) {
  switch (shape.kind) {
  case ShapeKind::any:
    return {};
  case ShapeKind::string:
  case ShapeKind::choice:
    return {"string"};
  case ShapeKind::integer:
    return {"integer"};
  case ShapeKind::number:
    return {"number"};
  case ShapeKind::boolean:
    return {"boolean"};
  case ShapeKind::list:
    return {"array"};
  case ShapeKind::map:
  case ShapeKind::object:
  case ShapeKind::tagged:
    return {"object"};
  case ShapeKind::alternatives:
    break;
  }
  Names types;
  for (const auto& alternative : shape.alternatives)
    types.merge(types_of(alternative));
  return types;
}

Names types_of(const spec::Shape& shape) {
  auto types = types_of_kind(shape);
  if (shape.nullable) types.insert("null");
  return types;
}

Names names_of(spec::Rows<spec::ShapeMember> members) {
  Names names;
  for (const auto& member : members)
    names.emplace(member.name);
  return names;
}

Names required_of(spec::Rows<spec::ShapeMember> members) {
  Names names;
  for (const auto& member : members)
    if (member.presence == spec::Presence::required) names.emplace(member.name);
  return names;
}

Names tags_of(const spec::Shape& shape) {
  Names tags;
  for (const auto& variant : shape.variants)
    tags.emplace(variant.value);
  return tags;
}

std::string sample_of(const spec::Variant& variant) {
  return variant.is_open() ? "router:sample" : std::string(variant.value);
}

std::string pattern_of(const spec::Shape& shape) {
  std::string words;
  for (const auto& variant : shape.variants)
    words += (words.empty() ? "" : "|") + (variant.is_open() ? "[A-Za-z0-9._-]{1,64}:[A-Za-z0-9._-]"
                                                             : fmt::format("{}$", variant.value));
  return "^(" + words + ")";
}

Names without(Names names, const Names& removed) {
  for (const auto& name : removed)
    names.erase(name);
  return names;
}

bool refuses_unknown(const SchemaNode& node) {
  return node.has("additionalProperties") && node.json()["additionalProperties"] == false;
}

} // namespace

void Comparison::compare_fields(const SchemaNode& root) {
  Names fields;
  for (const auto& field : spec::request_fields())
    fields.emplace(field.name);
  expect_same("the body", "fields", fields, root.members());
  expect_same("the body", "required fields", {"messages"}, root.required());
  for (const auto& field : spec::request_fields()) {
    const std::string name(field.name);
    if (root.members().count(name) == 0) continue;
    compare_kept(field, root.member(name));
    compare(field.shape, root.member(name), name);
  }
}

void Comparison::compare_kept(const spec::Field& field, const SchemaNode& node) {
  const Json is_kept = field.kept == spec::Kept::yes;
  if (!node.has("x-kept") || node.json()["x-kept"] != is_kept)
    differences_.push_back(fmt::format("{}: x-kept is not {}", field.name, is_kept.dump()));
}

void Comparison::compare(const spec::Shape& shape, const SchemaNode& node,
                         const std::string& where) {
  expect_same(where, "unknown keywords", {}, node.unknown_keywords());
  expect_same(where, "types", types_of(shape), node.types());
  const bool is_conditional = node.has("if") || node.has("allOf");
  if (is_conditional && shape.kind != ShapeKind::tagged && shape.kind != ShapeKind::alternatives)
    differences_.push_back(where + ": the schema has conditions that the table has not");
  compare_kind(shape, node, where);
}

void Comparison::compare_kind(const spec::Shape& shape, const SchemaNode& node,
                              const std::string& where) {
  switch (shape.kind) {
  case ShapeKind::any:
  case ShapeKind::boolean:
    return expect_same(where, "choices", {}, node.choices());
  case ShapeKind::string:
    return compare_string(shape, node, where);
  case ShapeKind::choice:
    return compare_choice(shape, node, where);
  case ShapeKind::integer:
  case ShapeKind::number:
    return compare_bounds(shape, node, where);
  case ShapeKind::list:
    return compare_list(shape, node, where);
  case ShapeKind::map:
    return compare_map(shape, node, where);
  case ShapeKind::object:
    if (refuses_unknown(node) != (shape.unknown == spec::Unknown::refused))
      differences_.push_back(where + ": only one of both refuses unknown members");
    return compare_members(shape.members, node, {}, where);
  case ShapeKind::tagged:
    return compare_tagged(shape, node, where);
  case ShapeKind::alternatives:
    return compare_alternatives(shape, node, where);
  }
}

void Comparison::compare_string(const spec::Shape& shape, const SchemaNode& node,
                                const std::string& where) {
  expect_same(where, "choices", {}, node.choices());
  expect_same_size(where, "minLength", shape.sizes.least, 0, node);
  expect_same_size(where, "maxLength", shape.sizes.most, no_limit, node);
  const bool is_name = node.text("pattern").find("[A-Za-z0-9_-]") != std::string::npos;
  const bool must_be_name = shape.takes == Takes::plain_name;
  if (node.has("pattern") != must_be_name || is_name != must_be_name)
    differences_.push_back(where + ": the pattern is not that of the table");
}

void Comparison::compare_bounds(const spec::Shape& shape, const SchemaNode& node,
                                const std::string& where) {
  const spec::Bounds none;
  expect_same(where, "choices", {}, node.choices());
  expect_same(where, "minimum", shape.bounds.least, node.number("minimum", none.least));
  expect_same(where, "maximum", shape.bounds.most, node.number("maximum", none.most));
}

void Comparison::compare_choice(const spec::Shape& shape, const SchemaNode& node,
                                const std::string& where) {
  Names choices;
  for (const auto choice : shape.choices)
    choices.emplace(choice);
  expect_same(where, "choices", choices, node.choices());
  const auto values = node.json().value("enum", Json::array());
  const bool takes_null = std::find(values.begin(), values.end(), nullptr) != values.end();
  if (takes_null != shape.nullable)
    differences_.push_back(where + ": null is a choice in only one of both");
}

void Comparison::compare_list(const spec::Shape& shape, const SchemaNode& node,
                              const std::string& where) {
  expect_same_size(where, "minItems", shape.sizes.least, 0, node);
  expect_same_size(where, "maxItems", shape.sizes.most, no_limit, node);
  const bool is_open = shape.element->kind == ShapeKind::any;
  if (node.has("items") == is_open)
    differences_.push_back(where + ": only one of both says what the items are");
  else if (!is_open)
    compare(*shape.element, node.at("items"), where + "[]");
}

void Comparison::compare_map(const spec::Shape& shape, const SchemaNode& node,
                             const std::string& where) {
  expect_same(where, "members", {}, node.members());
  expect_same_size(where, "maxProperties", shape.sizes.most, no_limit, node);
  if (node.has("propertyNames"))
    expect_same_size(where + " (keys)", "maxLength", shape.longest_key, no_limit,
                     node.at("propertyNames"));
  else if (shape.longest_key != no_limit)
    differences_.push_back(where + ": the schema does not limit the keys");
  if (node.has("additionalProperties"))
    compare(*shape.element, node.at("additionalProperties"), where + ".*");
  else
    differences_.push_back(where + ": the schema does not say what the values are");
}

void Comparison::compare_members(spec::Rows<spec::ShapeMember> members, const SchemaNode& node,
                                 const Names& tag, const std::string& where) {
  expect_same(where, "members", names_of(members), without(node.members(), tag));
  expect_same(where, "required members", required_of(members), without(node.required(), tag));
  for (const auto& member : members) {
    const std::string name(member.name);
    if (node.members().count(name) != 0)
      compare(member.shape, node.member(name), where + "." + name);
  }
}

void Comparison::compare_tagged(const spec::Shape& shape, const SchemaNode& node,
                                const std::string& where) {
  const std::string tag(shape.tag);
  if (node.required().count(tag) == 0 || node.members().count(tag) == 0)
    return differences_.push_back(where + ": the schema does not require " + tag);
  compare_tag(shape, node.member(tag), where + "." + tag);
  for (const auto& variant : shape.variants)
    compare_members(variant.members, node.for_tag(tag, sample_of(variant)), {tag},
                    fmt::format("{}({})", where, variant.value));
}

// The words are an enum, or a pattern where some of them are only beginnings.
void Comparison::compare_tag(const spec::Shape& shape, const SchemaNode& node,
                             const std::string& where) {
  expect_same(where, "types", {"string"}, node.types());
  if (!node.has("pattern")) return expect_same(where, "choices", tags_of(shape), node.choices());
  if (node.text("pattern") != pattern_of(shape))
    differences_.push_back(fmt::format("{}: the pattern is not {}", where, pattern_of(shape)));
}

void Comparison::compare_alternatives(const spec::Shape& shape, const SchemaNode& node,
                                      const std::string& where) {
  for (const auto& alternative : shape.alternatives)
    for (const auto& type : types_of(alternative))
      compare_kind(alternative, node.for_type(type), where);
}

void Comparison::expect_same(const std::string& where, const std::string& what, const Names& table,
                             const Names& schema) {
  if (table == schema) return;
  differences_.push_back(fmt::format("{}: {} are {} in the table and {} in the schema", where, what,
                                     without(table, schema), without(schema, table)));
}

void Comparison::expect_same(const std::string& where, const std::string& what, double table,
                             double schema) {
  if (table >= schema && table <= schema) return;
  differences_.push_back(
      fmt::format("{}: {} is {} in the table and {} in the schema", where, what, table, schema));
}

void Comparison::expect_same_size(const std::string& where, const std::string& keyword,
                                  std::size_t size, std::size_t absent, const SchemaNode& node) {
  const auto in_schema = node.number(keyword, static_cast<double>(absent));
  expect_same(where, keyword, static_cast<double>(size), in_schema);
}

} // namespace mrctl::contract
