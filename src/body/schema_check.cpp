#include "schema_check.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::body {

namespace {

bool is_schema_of_object(const JsonView& schema) {
  const auto type = find_member(schema, "type");
  if (!type) return find_member(schema, "properties").has_value();
  const auto types = type->items(); // "object", or ["object", "null"]
  return type->is("object") ||
         (type->is_array() && std::any_of(types.begin(), types.end(), [](const JsonItem& item) {
            return item.value.is("object");
          }));
}

bool is_required(const JsonView& schema, std::string_view property) {
  const auto required = find_member(schema, "required");
  if (!required || !required->is_array()) return false;
  const auto names = required->items();
  return std::any_of(names.begin(), names.end(),
                     [&](const JsonItem& name) { return name.value.is(property); });
}

// Collects the reasons why a schema is not strict, each with its place in the schema.
class Openings {
public:
  void look_for(const JsonView& schema, const std::string& place) {
    constexpr std::array<std::string_view, 3> of_named{"properties", "$defs", "definitions"};
    constexpr std::array<std::string_view, 4> of_listed{"prefixItems", "anyOf", "oneOf", "allOf"};
    if (!schema.is_object()) return;
    if (is_schema_of_object(schema)) look_at_object(schema, place);
    if (const auto items = find_member(schema, "items")) look_for(*items, place + "/items");
    for (const auto name : of_named)
      if (const auto parts = find_member(schema, name); parts && parts->is_object())
        for (const auto& part : parts->items())
          look_for(part.value, pointer_join(pointer_join(place, name), part.key()));
    for (const auto name : of_listed) {
      std::size_t index = 0;
      if (const auto parts = find_member(schema, name); parts && parts->is_array())
        for (const auto& part : parts->items())
          look_for(part.value, pointer_join(pointer_join(place, name), index++));
    }
  }

  [[nodiscard]] std::vector<std::string> take() && { return std::move(found_); }

private:
  void look_at_object(const JsonView& schema, const std::string& place) {
    const auto others = find_member(schema, "additionalProperties");
    if (!others || others->text() != "false")
      found_.push_back(fmt::format("{} allows additional properties",
                                   place.empty() ? "its object" : dotted(place)));
    const auto properties = find_member(schema, "properties");
    if (!properties || !properties->is_object()) return;
    for (const auto& property : properties->items())
      if (const auto name = property.key(); !is_required(schema, name))
        found_.push_back(
            fmt::format("{} is not required", dotted(pointer_join(place + "/properties", name))));
  }

  std::vector<std::string> found_;
};

// `owner` has the member "strict", and its schema under that name.
void warn_of_open_schema(ShapeCheck& check, const JsonView& owner, std::string_view name,
                         const BodyPath& path) {
  constexpr std::size_t most_told = 3;
  const auto strict = find_member(owner, "strict");
  const auto schema = find_member(owner, name);
  if (!strict || strict->text() != "true" || !schema) return;
  Openings openings;
  openings.look_for(*schema, {});
  const auto found = std::move(openings).take();
  if (found.empty()) return;
  const auto here = path.member(name);
  check.add(Severity::warning, here, "open",
            fmt::format("{} is strict, but {}", name_of(here), listed(found, most_told)),
            R"(set "additionalProperties" of every object to false and name all its properties in )"
            R"("required"; services refuse other strict schemas)");
}

void check_json_schema(ShapeCheck& check, const JsonView& json_schema, const BodyPath& path) {
  if (json_schema.is_object() && !find_member(json_schema, "schema") &&
      (find_member(json_schema, "type") || find_member(json_schema, "properties")))
    check.add(Severity::warning, path, "unusual",
              fmt::format("{} usually has the members name and schema", name_of(path)),
              R"(write "json_schema": {"name": …, "schema": …})");
  warn_of_open_schema(check, json_schema, "schema", path);
}

} // namespace

void warn_of_open_schemas(ShapeCheck& check, const JsonView& body) {
  const BodyPath whole;
  const auto format = whole.member("response_format");
  if (const auto value = find_member(body, "response_format"))
    if (const auto schema = find_member(*value, "json_schema"))
      check_json_schema(check, *schema, format.member("json_schema"));
  const auto tools = find_member(body, "tools");
  if (!tools || !tools->is_array()) return;
  const auto all = whole.member("tools");
  std::size_t index = 0;
  for (const auto& tool : tools->items()) {
    const auto here = all.element(index++);
    if (const auto function = find_member(tool.value, "function"))
      warn_of_open_schema(check, *function, "parameters", here.member("function"));
  }
}

void warn_of_unusual_sort(ShapeCheck& check, const JsonView& body) {
  const auto provider = find_member(body, "provider");
  const auto sort = provider ? find_member(*provider, "sort") : std::nullopt;
  if (!sort || !sort->is_object() || sort->size() == 0 || find_member(*sort, "by") ||
      find_member(*sort, "partition"))
    return;
  const BodyPath whole;
  const auto in_provider = whole.member("provider");
  check.add(Severity::warning, in_provider.member("sort"), "unusual",
            "provider.sort usually has the member by", R"("by": "price")");
}

} // namespace mrctl::body
