#include "mrctl/help/schema.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/service/credential.hpp"
#include "mrctl/service/documented.hpp"
#include "mrctl/service/endpoint.hpp"
#include "mrctl/service/preset.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/shape.hpp"

#include "result_schemas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

// Returns the JSON Schema of an object with these members. Every member may be null or missing, and
// others are allowed, because this is how answers are read.
[[nodiscard]] Json record_schema(std::span<const service::Documented> members);

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

Json record_schema(std::span<const service::Documented> members) {
  Json schema{{"type", "object"}};
  for (const auto& member : members)
    schema["properties"][std::string(member.name)] = record_member_schema(member);
  return schema;
}

constexpr std::size_t indentation = 2;

constexpr std::size_t widest_list = 80;

std::string layout(const Json& value, std::size_t depth);

std::string line_break(std::size_t depth) {
  return "\n" + std::string(depth * indentation, ' ');
}

std::string on_one_line(const Json& list) {
  std::string out;
  for (const auto& item : list)
    out += (out.empty() ? "" : ", ") + dump_json(item);
  return "[" + out + "]";
}

bool fits_on_a_line(const Json& list) {
  return std::ranges::none_of(list, [](const Json& item) { return item.is_structured(); }) &&
         on_one_line(list).size() <= widest_list;
}

std::string list_layout(const Json& list, std::size_t depth) {
  if (fits_on_a_line(list)) return on_one_line(list);
  std::string out;
  for (const auto& item : list)
    out += (out.empty() ? "" : ",") + line_break(depth + 1) + layout(item, depth + 1);
  return "[" + out + line_break(depth) + "]";
}

std::string object_layout(const Json& object, std::size_t depth) {
  if (object.empty()) return "{}";
  std::string out;
  for (const auto& member : object.items())
    out += (out.empty() ? "" : ",") + line_break(depth + 1) + Json(member.key()).dump() + ": " +
           layout(member.value(), depth + 1);
  return "{" + out + line_break(depth) + "}";
}

std::string layout(const Json& value, std::size_t depth) {
  if (value.is_array()) return list_layout(value, depth);
  return value.is_object() ? object_layout(value, depth) : dump_json(value);
}

// Returns JSON for files: indented by two spaces, lists of scalars on one line if they fit, with a
// line break at the end.
std::string file_text(const Json& value) {
  return layout(value, 0) + "\n";
}

struct SchemaRow {
  std::string_view name;
  Json (*make)();
};

Json answer_schema(std::string_view name, std::string_view title, std::string_view command,
                   std::span<const service::Documented> members) {
  Json schema{
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"$comment", fmt::format("Generated from the tables of mrctl by 'mrctl schema {}'", name)},
      {"title", title},
      {"description", fmt::format("What '{} -o json' prints: the service's documented data. "
                                  "Members may be null or missing, and there may be others.",
                                  command)},
  };
  schema.update(record_schema(members));
  return schema;
}

Json preset_schema() {
  return answer_schema("preset", "A preset with its designated version", "mrctl preset create",
                       service::documented_preset());
}

Json endpoints_schema() {
  return answer_schema("endpoints", "A model with its endpoints", "mrctl endpoints list MODEL",
                       service::documented_model());
}

Json credential_schema() {
  return answer_schema("credential", "A stored provider credential", "mrctl byok get ID",
                       service::documented_credential());
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

constexpr std::array schemas{
    SchemaRow{"request", request_schema},     SchemaRow{"preset", preset_schema},
    SchemaRow{"endpoints", endpoints_schema}, SchemaRow{"credential", credential_schema},
    SchemaRow{"project", project_schema},
};

} // namespace

std::vector<std::string_view> schema_names(std::span<const ResultSchema> results) {
  std::vector<std::string_view> names;
  for (const auto& row : schemas)
    names.push_back(row.name);
  for (const auto& row : results)
    names.push_back(row.name);
  for (const auto& row : written_schemas())
    names.push_back(row.name);
  return names;
}

Result<std::string> schema_text(std::string_view name, std::span<const ResultSchema> results) {
  if (const auto* made = find_row(schemas, &SchemaRow::name, name)) return file_text(made->make());
  if (const auto* result = find_row(results, &ResultSchema::name, name))
    return file_text(result_schema(*result));
  if (const auto* written = find_row(written_schemas(), &WrittenSchema::name, name))
    return std::string(written->text);
  if (spec::has_body_ending(name))
    return fail(Error::usage(fmt::format("unknown schema '{}'", name),
                             fmt::format("'mrctl preset lint {}' checks a file; 'mrctl schema "
                                         "request' describes it",
                                         name)));
  const auto names = schema_names(results);
  if (auto advice = spec::advice_in(spec::WordPlace::schema, name); !advice.empty())
    return fail(Error::usage(fmt::format("unknown schema '{}'", name), std::move(advice)));
  return fail(Error::unknown_word("schema", name, nearest_word(name, names),
                                  fmt::format("the schemas are {}", fmt::join(names, " "))));
}

namespace {

std::string description_of(const spec::Field& field) {
  auto text = spec::schema_description(field.help, field.shape.deprecation);
  if (is_dropped(field)) text += "; not kept in a preset";
  return text;
}

Json field_schema(const spec::Field& field) {
  Json schema{{"description", description_of(field)}};
  schema.update(schema_of(field.shape));
  schema["examples"] = Json::array({Json::parse(field.example)});
  schema["x-kept"] = field.kept == spec::Kept::yes;
  return schema;
}

} // namespace

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

} // namespace mrctl::help
