#include "mrctl/config/project_keys.hpp"
#include "mrctl/help/schema.hpp"
#include "mrctl/spec/rule.hpp"

#include <string>
#include <type_traits>
#include <vector>

namespace mrctl::help {

namespace {

using config::ProjectText;

// Editors check no more than what a pattern can say.
Json text_schema(ProjectText text) {
  Json schema{{"type", "string"}};
  if (text == ProjectText::day) schema["format"] = "date";
  if (text == ProjectText::price) schema["pattern"] = R"(^(0|[1-9][0-9]*)(\.[0-9]+)?$)";
  if (text == ProjectText::name)
    schema["pattern"] = "^[A-Za-z0-9._-]*[A-Za-z0-9_-][A-Za-z0-9._-]*$";
  if (text == ProjectText::host) schema["pattern"] = "^[^/?#@]+$";
  if (text == ProjectText::entry) schema["pattern"] = "^[^,\n]+$";
  if (text == ProjectText::glob) schema["pattern"] = R"(^[^,\n\[]+$)";
  if (text == ProjectText::path) schema["pattern"] = "^[^/]";
  if (text == ProjectText::uuid) schema["format"] = "uuid";
  if (text == ProjectText::code) {
    schema["enum"] = Json::array();
    for (const auto code : spec::assumable_codes)
      schema["enum"].push_back(code);
  }
  if (schema.size() == 1) schema["minLength"] = 1;
  return schema;
}

template <class Record>
Json record_schema();

// Returns the schema of a value of a type.
template <class Type>
Json value_schema(ProjectText text, std::size_t least) {
  if constexpr (std::is_same_v<Type, bool>) {
    return {{"type", "boolean"}};
  } else if constexpr (std::is_same_v<Type, std::optional<std::size_t>>) {
    return {{"type", "integer"}, {"minimum", least}};
  } else if constexpr (std::is_same_v<Type, std::vector<std::string>>) {
    return {{"type", "array"}, {"minItems", 1}, {"items", text_schema(text)}};
  } else if constexpr (std::is_same_v<Type, config::ProjectKnown>) {
    return record_schema<config::ProjectKnown>();
  } else if constexpr (std::is_same_v<Type, std::vector<config::ProjectTarget>>) {
    return {{"type", "object"},
            {"propertyNames", text_schema(ProjectText::name)},
            {"additionalProperties", record_schema<config::ProjectTarget>()}};
  } else if constexpr (std::is_same_v<Type, std::string> ||
                       std::is_same_v<Type, std::optional<Decimal>>) {
    return text_schema(text);
  } else {
    return {{"type", "array"}, {"items", record_schema<typename Type::value_type>()}};
  }
}

// The text of an example as TOML has it; a date becomes a string.
Json example_of(std::string_view text) {
  return parse_json(text, Reading::strict).value_or(Json(text));
}

template <class Record>
Json key_schema(const config::ProjectKey<Record>& row) {
  Json schema{{"description", row.help}};
  schema.update(std::visit(
      [&]<class Type>(Type Record::*) { return value_schema<Type>(row.text, row.least); },
      row.member));
  if (!row.example.empty()) schema["examples"] = Json::array({example_of(row.example)});
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

} // namespace

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

} // namespace mrctl::help
