#include "record_schema.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace mrctl::help {

namespace {

using service::Type;

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

Json record_member_schema(const service::Documented& member) {
  Json schema{
      {"description", member.says},
      {"type", Json::array({type_name(member.type), "null"})},
  };
  if (const auto format = format_name(member.type); !format.empty()) schema["format"] = format;
  if (member.type == Type::texts) schema["items"] = Json{{"type", "string"}};
  if (member.members.empty()) return schema;
  auto inside = record_schema(member.members);
  if (member.type == Type::list)
    schema["items"] = std::move(inside);
  else
    schema["properties"] = std::move(inside["properties"]);
  return schema;
}

} // namespace

Json record_schema(std::span<const service::Documented> members) {
  Json schema{{"type", "object"}};
  for (const auto& member : members)
    schema["properties"][std::string(member.name)] = record_member_schema(member);
  return schema;
}

} // namespace mrctl::help
