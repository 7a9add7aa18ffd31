#include "record_schema.hpp"

#include <string>
#include <string_view>

namespace mrctl::help {

namespace {

using model::Type;

std::string_view type_name(Type type) {
  switch (type) {
  case Type::text:
  case Type::uuid:
  case Type::time:
    return "string";
  case Type::integer:
    return "integer";
  case Type::number:
    return "number";
  case Type::boolean:
    return "boolean";
  case Type::list:
  case Type::texts:
    return "array";
  case Type::object:
    break;
  }
  return "object";
}

std::string_view format_name(Type type) {
  if (type == Type::uuid) return "uuid";
  return type == Type::time ? "date-time" : "";
}

Json record_member_schema(const model::Documented& member) {
  Json schema{
      {"description", member.says},
      {"type", Json::array({type_name(member.type), "null"})},
  };
  if (const auto format = format_name(member.type); !format.empty()) schema["format"] = format;
  if (member.type == Type::texts) schema["items"] = Json{{"type", "string"}};
  return schema;
}

// The type of an array's items is added with the first of their members.
Json& items_of(Json& list) {
  auto& items = list["items"];
  if (items.is_null()) items = Json{{"type", "object"}};
  return items;
}

// Returns the pointer to the schema of "endpoints[].tag" in the schema of the record.
Json& place_of(Json& schema, std::string_view path) {
  constexpr std::string_view into_items = "[]";
  const auto dot = path.find('.');
  auto name = path.substr(0, dot);
  const bool is_list = name.ends_with(into_items);
  if (is_list) name.remove_suffix(into_items.size());
  auto& member = schema["properties"][std::string(name)];
  if (dot == std::string_view::npos) return member;
  return place_of(is_list ? items_of(member) : member, path.substr(dot + 1));
}

} // namespace

Json record_schema(std::span<const model::Documented> members) {
  Json schema{{"type", "object"}};
  for (const auto& member : members)
    place_of(schema, member.path) = record_member_schema(member);
  return schema;
}

} // namespace mrctl::help
