#include "mrctl/json/rows.hpp"

#include "mrctl/json/text.hpp"

#include <fmt/ranges.h>

namespace mrctl::rows {

namespace {

// Adds what the type of the value does not say.
void describe(Json& schema, const MemberDoc& doc) {
  if (doc.least > 0) schema["minimum"] = doc.least;
  if (const auto& [keyword, value] = kind_of(doc.takes).schema; !keyword.empty())
    schema[std::string(keyword)] = value;
  if (doc.words != nullptr) {
    auto words = Json::array();
    for (const auto word : doc.words())
      words.push_back(word);
    if (schema["type"].is_array()) words.push_back(nullptr);
    schema.erase("type");
    schema["enum"] = std::move(words);
  }
  auto types = Json::array();
  for (const auto type : doc.types)
    if (type != ValueType::any) types.push_back(words_of(type).schema);
  if (types.empty()) return;
  if (doc.types.front() == ValueType::array) schema.erase("items"); // that are not documented
  auto& typed = schema.contains("items") ? schema["items"] : schema;
  typed["type"] = types.size() == 1 ? Json(types.front()) : std::move(types);
}

} // namespace

void ObjectSchema::add(std::string_view name, const MemberDoc& doc, const Json& value) {
  auto member = Json::object();
  member["description"] = doc.says;
  member.update(value);
  describe(member, doc);
  properties[std::string(name)] = std::move(member);
}

Json ObjectSchema::whole() && {
  auto out = schema_of_type(ValueType::object);
  if (!required.empty()) out["required"] = std::move(required);
  out["properties"] = std::move(properties);
  return out;
}

Json schema_of_type(ValueType type) {
  return {{"type", words_of(type).schema}};
}

Json nullable(Json schema) {
  if (schema.contains("type") && !schema["type"].is_array())
    schema["type"] = Json::array({schema["type"], "null"});
  return schema;
}

Json list_of(Json items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}

std::string text_of_json(std::string_view json) {
  return json.starts_with('"') ? json_unquoted(json) : std::string(json);
}

CellText cell_of_json(const Json& value) {
  if (value.is_null()) return std::nullopt;
  return value.is_string() ? value.get<std::string>() : dump_json(value);
}

std::string cell_of_boolean(bool value, Audience audience) {
  if (audience == Audience::people) return value ? "yes" : "no";
  return value ? "true" : "false";
}

CellText cell_of_list(const std::vector<std::string>& parts, const CellOf& of) {
  if (parts.empty() && !of.doc.empty_says.empty())
    return std::string(of.audience == Audience::people ? of.doc.empty_says : "[]");
  if (parts.empty() && !of.doc.has_sentences) return std::nullopt;
  return fmt::format("{}", fmt::join(parts, of.doc.has_sentences ? "; " : " "));
}

} // namespace mrctl::rows
