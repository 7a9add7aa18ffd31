#include "mrctl/base/list.hpp"
#include "mrctl/help/schema.hpp"
#include "mrctl/spec/shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace mrctl::help {

namespace {

using spec::ShapeKind;

std::vector<std::string> types_of(const spec::Shape& shape);

std::vector<std::string> types_of_kind(const spec::Shape& shape) {
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
  std::vector<std::string> types;
  for (const auto& alternative : shape.alternatives)
    append(types, types_of(alternative));
  return types;
}

std::vector<std::string> types_of(const spec::Shape& shape) {
  auto types = types_of_kind(shape);
  if (shape.nullable && !types.empty()) types.emplace_back("null");
  return types;
}

void add_types(Json& schema, const spec::Shape& shape) {
  const auto types = types_of(shape);
  if (types.size() == 1)
    schema["type"] = types.front();
  else if (!types.empty())
    schema["type"] = types;
}

// Bounds are written as integers if possible: 2, not 2.0.
Json bound(double value) {
  const auto whole = static_cast<long long>(value);
  return static_cast<double>(whole) == value ? Json(whole) : Json(value);
}

void add_bounds(Json& schema, const spec::Shape& shape) {
  const spec::Bounds none;
  if (shape.bounds.least > none.least) schema["minimum"] = bound(shape.bounds.least);
  if (shape.bounds.most < none.most) schema["maximum"] = bound(shape.bounds.most);
}

// `what`: "Length", "Items" or "Properties".
void add_sizes(Json& schema, std::string_view what, const spec::Sizes& sizes) {
  if (sizes.least > 0) schema[fmt::format("min{}", what)] = sizes.least;
  if (sizes.most != spec::no_limit) schema[fmt::format("max{}", what)] = sizes.most;
}

// The pattern has the limit too, for matchers that recurse over each character.
void add_name_pattern(Json& schema, const spec::Shape& shape) {
  const bool is_limited = shape.sizes.most != spec::no_limit;
  schema["pattern"] = is_limited ? fmt::format("^[A-Za-z0-9_-]{{0,{}}}$", shape.sizes.most)
                                 : std::string("^[A-Za-z0-9_-]*$");
}

void add_choices(Json& schema, const spec::Shape& shape) {
  auto choices = Json::array();
  append(choices, shape.choices);
  if (shape.nullable) choices.push_back(nullptr);
  schema["enum"] = std::move(choices);
}

void add_map(Json& schema, const spec::Shape& shape) {
  add_sizes(schema, "Properties", shape.sizes);
  if (shape.longest_key != spec::no_limit)
    schema["propertyNames"] = Json{{"maxLength", shape.longest_key}};
  schema["additionalProperties"] = schema_of(*shape.element);
}

Json member_schema(const spec::Member& member) {
  Json schema{{"description", spec::schema_description(member.help, member.shape.deprecation)}};
  schema.update(schema_of(member.shape));
  return schema;
}

void add_members(Json& schema, spec::Rows<spec::Member> members, spec::Unknown unknown) {
  for (const auto& member : members) {
    if (member.presence == spec::Presence::required) schema["required"].push_back(member.name);
  }
  for (const auto& member : members)
    schema["properties"][std::string(member.name)] = member_schema(member);
  if (unknown == spec::Unknown::refused) schema["additionalProperties"] = false;
  if (unknown == spec::Unknown::accepted) schema["additionalProperties"] = true;
}

bool is_open(const spec::Variant& variant) {
  return variant.is_open();
}

// One of the words stands for many.
std::string pattern_of(spec::Rows<spec::Variant> variants) {
  std::string words;
  for (const auto& variant : variants) {
    words += words.empty() ? "" : "|";
    words += is_open(variant) ? std::string(spec::prefixed_name_pattern)
                              : fmt::format("{}$", variant.value);
  }
  return fmt::format("^({})", words);
}

Json tag_schema(spec::Rows<spec::Variant> variants) {
  auto words = Json::array();
  for (const auto& variant : variants)
    if (!is_open(variant)) words.push_back(variant.value);
  const bool are_all_words = std::ranges::none_of(variants, is_open);
  if (are_all_words) return {{"type", "string"}, {"enum", std::move(words)}};
  return {{"type", "string"}, {"pattern", pattern_of(variants)}, {"examples", std::move(words)}};
}

Json condition_of(const std::string& tag, const spec::Variant& variant) {
  const auto value = is_open(variant)
                         ? Json{{"pattern", fmt::format("^{}", spec::prefixed_name_pattern)}}
                         : Json{{"const", variant.value}};
  return {{"required", Json::array({tag})}, {"properties", Json{{tag, value}}}};
}

// Each variant is behind a condition, so that errors refer to the variant that was meant.
void add_variants(Json& schema, const spec::Shape& shape) {
  const std::string tag(shape.tag);
  schema["required"] = Json::array({tag});
  schema["properties"] = Json{{tag, tag_schema(shape.variants)}};
  for (const auto& variant : shape.variants) {
    auto then = Json::object();
    add_members(then, variant.members, variant.unknown);
    if (variant.unknown == spec::Unknown::refused) then["properties"][tag] = Json::object();
    if (then.empty()) continue;
    schema["allOf"].push_back(Json{{"if", condition_of(tag, variant)}, {"then", std::move(then)}});
  }
}

bool needs_own_schema(const spec::Shape& shape) {
  return shape.kind == ShapeKind::choice || shape.deprecation;
}

void add_constraints(Json& schema, const spec::Shape& shape);

// Keywords apply only to values of their own type, so alternatives can share one schema. An
// enumeration or a deprecation applies to all types, so then each alternative gets its own schema.
void add_alternatives(Json& schema, const spec::Shape& shape) {
  const auto& all = shape.alternatives;
  const bool can_share = std::ranges::none_of(all, needs_own_schema);
  for (const auto& alternative : all) {
    if (can_share)
      add_constraints(schema, alternative);
    else
      schema["anyOf"].push_back(schema_of(alternative));
  }
  if (!can_share && shape.nullable) schema["anyOf"].push_back(Json{{"type", "null"}});
}

void add_constraints(Json& schema, const spec::Shape& shape) {
  switch (shape.kind) {
  case ShapeKind::any:
  case ShapeKind::boolean:
    return;
  case ShapeKind::string:
    add_sizes(schema, "Length", shape.sizes);
    return shape.is_name ? add_name_pattern(schema, shape) : void();
  case ShapeKind::choice:
    return add_choices(schema, shape);
  case ShapeKind::integer:
  case ShapeKind::number:
    return add_bounds(schema, shape);
  case ShapeKind::list:
    add_sizes(schema, "Items", shape.sizes);
    if (shape.element->kind != ShapeKind::any) schema["items"] = schema_of(*shape.element);
    return;
  case ShapeKind::map:
    return add_map(schema, shape);
  case ShapeKind::object:
    return add_members(schema, shape.members, shape.unknown);
  case ShapeKind::tagged:
    return add_variants(schema, shape);
  case ShapeKind::alternatives:
    return add_alternatives(schema, shape);
  }
}

} // namespace

Json schema_of(const spec::Shape& shape) {
  auto schema = Json::object();
  add_types(schema, shape);
  add_constraints(schema, shape);
  if (!shape.otherwise.empty()) schema["default"] = Json::parse(shape.otherwise);
  if (shape.deprecation) schema["deprecated"] = true;
  return schema;
}

} // namespace mrctl::help
