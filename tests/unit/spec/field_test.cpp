#include "mrctl/base/json.hpp"
#include "mrctl/base/path.hpp"
#include "mrctl/spec/field.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

using namespace mrctl;
using namespace mrctl::spec;

namespace {

// "provider.sort" as a flag.
std::string flag_of(std::string path) {
  std::replace_if(
      path.begin(), path.end(), [](char c) { return c == '.' || c == '_'; }, '-');
  return "--" + path;
}

bool has_flag(std::string_view name) {
  const auto& flags = field_flags();
  return std::any_of(flags.begin(), flags.end(),
                     [&](const FieldFlag& flag) { return flag.name == name; });
}

// The member that a path leads to.
const Shape* shape_at(const Shape& shape, const JsonPath& path) {
  const auto* here = &shape;
  for (const auto& step : path) {
    const auto found =
        std::find_if(here->members.begin(), here->members.end(),
                     [&](const Member& m) { return m.name == std::get<std::string>(step); });
    if (found == here->members.end()) return nullptr;
    here = &found->shape;
  }
  return here;
}

} // namespace

TEST_CASE("a field is found by its name") {
  REQUIRE(find_field("temperature") != nullptr);
  CHECK(find_field("temperature")->name == "temperature");
  CHECK(find_field("temprature") == nullptr);
  CHECK(find_field("") == nullptr);
}

TEST_CASE("every field stands once and has help, and an example that is JSON") {
  std::set<std::string_view> names;
  for (const auto& field : request_fields()) {
    CAPTURE(std::string(field.name));
    CHECK(names.insert(field.name).second);
    CHECK_FALSE(field.help.empty());
    CHECK(parse_json(field.example, Reading::strict).has_value());
  }
}

TEST_CASE("every group has a title and at least one field") {
  for (const auto group :
       {Group::model, Group::sampling, Group::output, Group::tools, Group::reasoning,
        Group::conversation, Group::routing, Group::tracking}) {
    CHECK_FALSE(group_title(group).empty());
    const auto fields = request_fields();
    CHECK(std::any_of(fields.begin(), fields.end(),
                      [&](const Field& field) { return field.group == group; }));
  }
}

TEST_CASE("every field has a flag, and every flag is spelled as its path") {
  for (const auto& field : request_fields())
    CHECK(has_flag(flag_of(std::string(field.name))));
  for (const auto& flag : field_flags()) {
    CAPTURE(flag.name);
    CHECK(flag.name == flag_of(flag.path));
    CHECK_FALSE(flag.help.empty());
  }
}

TEST_CASE("every flag leads to the shape of its path, in the field that it begins with") {
  for (const auto& flag : field_flags()) {
    CAPTURE(flag.path);
    const auto path = parse_path(flag.path);
    REQUIRE(path.has_value());
    CHECK(flag.field->name == std::get<std::string>(path->front()));
    const auto* shape = shape_at(request_shape(), *path);
    REQUIRE(shape != nullptr);
    CHECK(shape->kind == flag.shape->kind);
    CHECK(shape->nullable == flag.shape->nullable);
  }
}

TEST_CASE("no flag stands twice") {
  std::set<std::string> names;
  for (const auto& flag : field_flags()) {
    CAPTURE(flag.name);
    CHECK(names.insert(flag.name).second);
  }
}

TEST_CASE("flags of whole fields stand before those of their members") {
  const auto& flags = field_flags();
  const auto is_nested = [](const FieldFlag& flag) {
    return flag.path.find('.') != std::string::npos;
  };
  CHECK(std::is_partitioned(flags.begin(), flags.end(),
                            [&](const FieldFlag& flag) { return !is_nested(flag); }));
  for (const auto* name : {"--provider-sort", "--provider-max-price-prompt", "--reasoning-summary"})
    CHECK(has_flag(name));
}

TEST_CASE("--reasoning-effort is the field of that name, not the member of reasoning") {
  const auto& flags = field_flags();
  const auto found = std::find_if(flags.begin(), flags.end(), [](const FieldFlag& flag) {
    return flag.name == "--reasoning-effort";
  });
  REQUIRE(found != flags.end());
  CHECK(found->path == "reasoning_effort");
}

TEST_CASE("what replaces a deprecated field is documented") {
  for (const auto& field : request_fields()) {
    if (field.replacement.empty()) continue;
    const auto first = field.replacement.substr(0, field.replacement.find('.'));
    CAPTURE(std::string(field.name));
    CHECK(find_field(first) != nullptr);
  }
}
