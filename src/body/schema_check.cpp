#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"

#include "shape_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::body {

namespace {

bool is_required(const JsonView& schema, std::string_view property) {
  const auto required = find_member(schema, "required");
  if (!required || !required->is_array()) return false;
  const auto names = required->items();
  return std::any_of(names.begin(), names.end(),
                     [&](const JsonItem& name) { return name.value.is(property); });
}

bool has_type(const JsonView& schema, std::string_view name) {
  const auto type = find_member(schema, "type");
  if (!type || !type->is_array()) return type && type->is(name);
  const auto types = type->items(); // ["object", "null"]
  return std::any_of(types.begin(), types.end(),
                     [&](const JsonItem& item) { return item.value.is(name); });
}

using Faults = std::vector<std::string>;

// Looks at one schema; `place` is a pointer from the whole one.
using VisitSchema = void (*)(const JsonView& schema, const std::string& place, Faults& faults);

std::string name_at(const std::string& place) {
  return place.empty() ? "it" : dotted(place);
}

// Collects what a schema with "strict": true must not allow.
void look_for_openings(const JsonView& schema, const std::string& place, Faults& faults) {
  const bool is_of_object = find_member(schema, "type")
                                ? has_type(schema, "object")
                                : find_member(schema, "properties").has_value();
  if (!is_of_object) return;
  const auto others = find_member(schema, "additionalProperties");
  if (!others || others->text() != "false")
    faults.push_back(fmt::format("{} allows additional properties",
                                 place.empty() ? "its object" : dotted(place)));
  const auto properties = find_member(schema, "properties");
  if (!properties || !properties->is_object()) return;
  for (const auto& property : properties->items())
    if (const auto name = property.key(); !is_required(schema, name))
      faults.push_back(
          fmt::format("{} is not required", dotted(pointer_join(place + "/properties", name))));
}

// Collects what services refuse in any schema.
void look_for_faults(const JsonView& schema, const std::string& place, Faults& faults) {
  if (has_type(schema, "array") && !find_member(schema, "items") &&
      !find_member(schema, "prefixItems"))
    faults.push_back(fmt::format("{} is an array without items", name_at(place)));
  if (const auto properties = find_member(schema, "properties");
      properties && !properties->is_object())
    faults.push_back(fmt::format("{} must be an object", name_at(place + "/properties")));
  const auto required = find_member(schema, "required");
  if (!required) return;
  const auto names = required->items();
  if (!required->is_array() || !std::all_of(names.begin(), names.end(), [](const JsonItem& name) {
        return name.value.is_string();
      }))
    faults.push_back(fmt::format("{} must be a list of texts{}", name_at(place + "/required"),
                                 required->is_boolean() ? ", beside 'properties': \"required\": "
                                                          "[\"NAME\"]"
                                                        : ""));
}

void look_at_all(const JsonView& schema, const std::string& place, VisitSchema look,
                 Faults& faults) {
  constexpr std::array<std::string_view, 3> of_named{"properties", "$defs", "definitions"};
  constexpr std::array<std::string_view, 4> of_listed{"prefixItems", "anyOf", "oneOf", "allOf"};
  if (!schema.is_object()) return;
  look(schema, place, faults);
  if (const auto items = find_member(schema, "items"))
    look_at_all(*items, place + "/items", look, faults);
  for (const auto name : of_named)
    if (const auto parts = find_member(schema, name); parts && parts->is_object())
      for (const auto& part : parts->items())
        look_at_all(part.value, pointer_join(pointer_join(place, name), part.key()), look, faults);
  for (const auto name : of_listed) {
    std::size_t index = 0;
    if (const auto parts = find_member(schema, name); parts && parts->is_array())
      for (const auto& part : parts->items())
        look_at_all(part.value, pointer_join(pointer_join(place, name), index++), look, faults);
  }
}

constexpr std::size_t most_told = 3;

// `owner` has the schema under that name, and maybe the member "strict".
void check_schema(BodyProblems& problems, const RuledValue& owner, std::string_view name) {
  const auto schema = find_member(owner.value, name);
  if (!schema || !schema->is_object()) return;
  const auto here = owner.path.member(name);
  Faults faults;
  if (name == "parameters" && find_member(*schema, "type") && !has_type(*schema, "object"))
    faults.emplace_back(R"(its type must be "object")");
  const auto members = schema->items();
  if (name == "parameters" && schema->size() > 0 && // {id: string}
      std::all_of(members.begin(), members.end(), [](const JsonItem& item) {
        return item.value.is("string") || item.value.is("integer") || item.value.is("number") ||
               item.value.is("boolean");
      }))
    faults.push_back(fmt::format(
        R"(it is no schema: write {{"type": "object", "properties": {{"{}": {{"type": {}}}}}}})",
        (*members.begin()).key(), (*members.begin()).value.text()));
  look_at_all(*schema, {}, look_for_faults, faults);
  if (!faults.empty())
    problems.add(
        Severity::warning, here, "invalid",
        fmt::format("services refuse {}: {}", name_of(here), enumerated(faults, most_told)));
  const auto strict = find_member(owner.value, "strict");
  if (!strict || strict->text() != "true") return;
  Faults openings;
  look_at_all(*schema, {}, look_for_openings, openings);
  if (openings.empty()) return;
  problems.add(
      Severity::warning, here, "open",
      fmt::format("{} is strict, but {}", name_of(here), enumerated(openings, most_told)),
      R"(set "additionalProperties" of every object to false and name all its properties in )"
      R"("required"; services refuse other strict schemas)");
}

} // namespace

void check_schema_of_answer(BodyProblems& problems, const RuledValue& format) {
  check_schema(problems, format, "schema");
}

void check_schema_of_function(BodyProblems& problems, const RuledValue& function) {
  check_schema(problems, function, "parameters");
}

} // namespace mrctl::body
