#include "mrctl/help/schema.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/config/project_keys.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/json/rows.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/service/credential.hpp"
#include "mrctl/service/endpoint.hpp"
#include "mrctl/service/preset.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/rule.hpp"
#include "mrctl/spec/shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mrctl::help {

namespace {

// Returns JSON for files: indented by two spaces, lists of scalars on one line if they fit.
std::string layout(const Json& value, const std::string& line_break = "\n") {
  constexpr std::size_t widest_list = 80;
  if (!value.is_structured() || value.empty()) return dump_json(value);
  const auto inner = line_break + "  ";
  std::vector<std::string> parts;
  for (const auto& part : value.items())
    parts.push_back((value.is_object() ? json_quote(part.key()) + ": " : "") +
                    layout(part.value(), inner));
  auto line = fmt::format("[{}]", fmt::join(parts, ", "));
  const bool is_flat = value.is_array() && std::ranges::none_of(value, [](const Json& part) {
                         return part.is_structured();
                       });
  if (is_flat && line.size() <= widest_list) return line;
  return fmt::format("{}{}{}{}{}", value.is_object() ? '{' : '[', inner,
                     fmt::join(parts, "," + inner), line_break, value.is_object() ? '}' : ']');
}

// Answers are read so that every member may be null or missing, and others are allowed.
void allow_gaps(Json& object) {
  object.erase("required");
  for (auto& member : object["properties"]) {
    member = rows::nullable(std::move(member));
    if (member.contains("properties")) allow_gaps(member);
    if (member.contains("items") && member["items"].contains("properties"))
      allow_gaps(member["items"]);
  }
}

constexpr std::array answers{
    ResultSchema{"preset", "A preset with its designated version", "mrctl preset create",
                 mrctl::result_schema<service::Preset>, "member of a preset"},
    ResultSchema{"endpoints", "A model with its endpoints", "mrctl endpoints list MODEL",
                 mrctl::result_schema<service::Model>, "member of a listing"},
    ResultSchema{"credential", "A stored provider credential", "mrctl byok get ID",
                 mrctl::result_schema<service::Credential>, "member of a credential"},
};

Json answer_schema(const ResultSchema& answer) {
  Json schema{
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"$comment",
       fmt::format("Generated from the tables of mrctl by 'mrctl schema {}'", answer.name)},
      {"title", answer.title},
      {"description", fmt::format("What '{} -o json' prints: the service's documented data. "
                                  "Members may be null or missing, and there may be others.",
                                  answer.printed_by)},
  };
  schema.update(answer.make());
  allow_gaps(schema);
  return schema;
}

Json result_schema(const ResultSchema& result) {
  Json schema{
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"title", result.title},
      {"description",
       fmt::format("What {} prints. Later versions may add members.", result.printed_by)},
  };
  schema.update(result.make());
  return schema;
}

std::optional<Json> find_schema(std::string_view name, std::span<const ResultSchema> results) {
  if (name == "request") return request_schema();
  if (name == "project") return project_schema();
  if (const auto* answer = find_row(answers, &ResultSchema::name, name))
    return answer_schema(*answer);
  const auto* result = find_row(results, &ResultSchema::name, name);
  return result == nullptr ? std::nullopt : std::optional(result_schema(*result));
}

Json field_schema(const spec::Field& field) {
  const auto description = spec::schema_description(field.help, field.shape.deprecation);
  Json schema{{"description", description + (is_dropped(field) ? "; not kept in a preset" : "")}};
  schema.update(schema_of(field.shape));
  schema["examples"] = Json::array({Json::parse(field.example)});
  schema["x-kept"] = field.kept == spec::Kept::yes;
  return schema;
}

// The schema of a text has only the rules that a keyword of JSON Schema can express.
Json text_schema(Takes takes, spec::Rows<std::string_view> choices = {}) {
  Json schema{{"type", "string"}};
  if (const auto& [keyword, value] = kind_of(takes).schema; !keyword.empty())
    schema[std::string(keyword)] = value;
  if (is_path(takes)) schema["pattern"] = "^[^/]"; // in the repository
  if (!choices.empty()) schema["enum"] = mapped(choices, [](auto word) { return Json(word); });
  if (schema.size() == 1) schema["minLength"] = 1;
  return schema;
}

template <class Record>
Json record_schema();

// Returns the schema of a value of a type.
template <class Type, class Row>
Json value_schema(const Row& row) {
  if constexpr (std::is_same_v<Type, bool>) {
    return {{"type", "boolean"}};
  } else if constexpr (std::is_same_v<Type, std::optional<std::size_t>>) {
    return {{"type", "integer"}, {"minimum", row.range.least}};
  } else if constexpr (std::is_same_v<Type, std::vector<std::string>>) {
    return {{"type", "array"}, {"minItems", 1}, {"items", text_schema(row.takes, row.choices)}};
  } else if constexpr (std::is_same_v<Type, config::ProjectKnown>) {
    return record_schema<config::ProjectKnown>();
  } else if constexpr (std::is_same_v<Type, std::vector<config::ProjectTarget>>) {
    return {{"type", "object"},
            {"propertyNames", text_schema(Takes::name)},
            {"additionalProperties", record_schema<config::ProjectTarget>()}};
  } else if constexpr (std::is_same_v<Type, std::string> ||
                       std::is_same_v<Type, std::optional<Decimal>>) {
    return text_schema(row.takes, row.choices);
  } else {
    return {{"type", "array"}, {"items", record_schema<typename Type::value_type>()}};
  }
}

template <class Record>
Json key_schema(const config::ProjectKey<Record>& row) {
  Json schema{{"description", row.help}};
  schema.update(
      std::visit([&]<class Type>(Type Record::*) { return value_schema<Type>(row); }, row.member));
  if (!row.example.empty()) // as TOML has it; a date becomes a string
    schema["examples"] =
        Json::array({parse_json(row.example, Reading::strict).value_or(Json(row.example))});
  return schema;
}

template <class Record>
Json record_schema() {
  Json schema{{"type", "object"}, {"additionalProperties", false}};
  for (const auto& row : config::keys_of<Record>) {
    schema["properties"][std::string(row.name)] = key_schema(row);
    if (row.presence == spec::Presence::required) schema["required"].push_back(row.name);
  }
  return schema;
}

// A gate needs one of its conditions.
Json condition_schema() {
  auto conditions = Json::array();
  for (const auto& row : spec::gate_rows) {
    Json condition{{"required", Json::array({row.key})}};
    if (std::holds_alternative<bool spec::GateValues::*>(row.member))
      condition["properties"][std::string(row.key)]["const"] = true;
    conditions.push_back(std::move(condition));
  }
  return conditions;
}

using spec::ShapeKind;

std::vector<std::string> types_of(const spec::Shape& shape) {
  std::vector<std::string> types;
  if (const auto type = words_of(json_type(shape.kind)).schema; !type.empty())
    types.emplace_back(type);
  for (const auto& alternative : shape.alternatives)
    append(types, types_of(alternative));
  if (shape.nullable && !types.empty()) types.emplace_back("null");
  return types;
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
void add_sizes(Json& schema, std::string_view what, const Range& sizes) {
  if (sizes.least > 0) schema[fmt::format("min{}", what)] = sizes.least;
  if (sizes.most != no_limit) schema[fmt::format("max{}", what)] = sizes.most;
}

// The pattern has the limit too, for matchers that recurse over each character.
void add_name_pattern(Json& schema, const spec::Shape& shape) {
  std::string pattern(kind_of(shape.takes).schema[1]);
  if (shape.sizes.most != no_limit)
    pattern.replace(pattern.find('*'), 1, fmt::format("{{0,{}}}", shape.sizes.most));
  schema["pattern"] = std::move(pattern);
}

void add_choices(Json& schema, const spec::Shape& shape) {
  auto choices = Json::array();
  append(choices, shape.choices);
  if (shape.nullable) choices.push_back(nullptr);
  schema["enum"] = std::move(choices);
}

void add_map(Json& schema, const spec::Shape& shape) {
  add_sizes(schema, "Properties", shape.sizes);
  if (shape.longest_key != no_limit)
    schema["propertyNames"] = Json{{"maxLength", shape.longest_key}};
  schema["additionalProperties"] = schema_of(*shape.element);
}

Json member_schema(const spec::ShapeMember& member) {
  Json schema{{"description", spec::schema_description(member.help, member.shape.deprecation)}};
  schema.update(schema_of(member.shape));
  return schema;
}

void add_members(Json& schema, spec::Rows<spec::ShapeMember> members, spec::Unknown unknown) {
  for (const auto& member : members) {
    if (member.presence == spec::Presence::required) schema["required"].push_back(member.name);
  }
  for (const auto& member : members)
    schema["properties"][std::string(member.name)] = member_schema(member);
  if (unknown == spec::Unknown::refused) schema["additionalProperties"] = false;
  if (unknown == spec::Unknown::accepted) schema["additionalProperties"] = true;
}

// Returns the pattern of the words, of which one stands for many.
std::string pattern_of(spec::Rows<spec::Variant> variants) {
  std::string words;
  for (const auto& variant : variants) {
    words += words.empty() ? "" : "|";
    words += variant.is_open() ? std::string(spec::prefixed_name_pattern)
                               : fmt::format("{}$", variant.value);
  }
  return fmt::format("^({})", words);
}

Json tag_schema(spec::Rows<spec::Variant> variants) {
  auto words = Json::array();
  for (const auto& variant : variants)
    if (!variant.is_open()) words.push_back(variant.value);
  const bool are_all_words = std::ranges::none_of(variants, &spec::Variant::is_open);
  if (are_all_words) return {{"type", "string"}, {"enum", std::move(words)}};
  return {{"type", "string"}, {"pattern", pattern_of(variants)}, {"examples", std::move(words)}};
}

Json condition_of(const std::string& tag, const spec::Variant& variant) {
  const auto value = variant.is_open()
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
    return shape.takes == Takes::plain_name ? add_name_pattern(schema, shape) : void();
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

std::span<const ResultSchema> answer_schemas() {
  return answers;
}

Result<std::string> schema_text(std::string_view name, std::span<const ResultSchema> results) {
  if (const auto found = find_schema(name, results)) return layout(*found) + "\n";
  if (spec::has_body_ending(name))
    return fail(Error::usage(fmt::format("unknown schema '{}'", name),
                             fmt::format("'mrctl preset lint {}' checks a file; 'mrctl schema "
                                         "request' describes it",
                                         name)));
  const auto& names = spec::find_command("schema", "")->arguments[0].choices;
  if (auto advice = spec::advice_in(spec::WordPlace::schema, name); !advice.empty())
    return fail(Error::usage(fmt::format("unknown schema '{}'", name), std::move(advice)));
  return fail(Error::unknown_word("schema", name, nearest_word(name, names),
                                  fmt::format("the schemas are {}", fmt::join(names, " "))));
}

Json request_schema() {
  Json schema{
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"$comment", "Generated from the tables of mrctl by 'mrctl schema request'"},
      {"title", "A chat-completions body that a preset is created from"},
      {"description", "The body that 'mrctl preset create --body FILE' accepts. This schema "
                      "rejects what mrctl rejects and accepts what mrctl only warns about. x-kept "
                      "tells whether a preset keeps a field."},
      {"type", "object"},
  };
  for (const auto& field : spec::request_fields())
    schema["properties"][std::string(field.name)] = field_schema(field);
  schema["properties"]["messages"].erase("minItems"); // mrctl adds the one that the service wants
  return schema;
}

Json project_schema() {
  Json schema{
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"$comment", "Generated from the tables of mrctl by 'mrctl schema project'"},
      {"title", "A project file, mrctl.toml"},
      {"description", "Settings of mrctl for a repository; flags override them. "
                      "Paths are relative to the file and stay in the repository."},
  };
  schema.update(record_schema<config::Project>());
  schema["properties"]["gates"]["items"]["anyOf"] = condition_schema();
  return schema;
}

Json schema_of(const spec::Shape& shape) {
  auto schema = Json::object();
  const auto types = types_of(shape);
  if (types.size() == 1)
    schema["type"] = types.front();
  else if (!types.empty())
    schema["type"] = types;
  add_constraints(schema, shape);
  if (!shape.otherwise.empty()) schema["default"] = Json::parse(shape.otherwise);
  if (shape.deprecation) schema["deprecated"] = true;
  return schema;
}

} // namespace mrctl::help
