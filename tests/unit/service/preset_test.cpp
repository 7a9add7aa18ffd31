#include "mrctl/output/result_rows.hpp"
#include "mrctl/service/preset.hpp"

#include "unit/parsed.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

using namespace mrctl;
using namespace mrctl::service;

namespace {

Preset preset_read_from(std::string_view text) {
  return read_preset(parsed(text), text);
}

constexpr std::string_view full = R"({"id":"1","slug":"support","name":"Support","description":"d",
  "status":"active","status_updated_at":"t1","created_at":"t2","updated_at":"t3",
  "creator_user_id":"u","workspace_id":"w","designated_version_id":"v",
  "designated_version":{"id":"v","preset_id":"1","version":3,
    "config":{"model":"acme/large","temperature":0.2},"system_prompt":"Be brief.",
    "creator_id":"u","created_at":"t4","updated_at":"t5"},"is_public":true})";

std::optional<std::string> cell_in(const Preset& preset, std::string_view name,
                                   Audience audience = Audience::people) {
  const auto& columns = output::columns_named<Preset, shown_of_preset>;
  return std::ranges::find(columns, name, &output::ResultColumn<Preset>::name)
      ->text(preset, audience);
}

} // namespace

TEST_CASE("every documented field of a preset has a row, and every row shows its own value") {
  const auto data = parsed(full);
  const auto preset = preset_read_from(full);
  std::set<std::string> names;
  for (const auto name : shown_of_preset) {
    CAPTURE(name);
    names.emplace(name);
    std::string pointer = "/" + std::string(name);
    if (const auto dot = pointer.find('.'); dot != std::string::npos) pointer[dot] = '/';
    const auto& value = data.at(Json::json_pointer(pointer));
    CHECK(cell_in(preset, name, Audience::programs) ==
          (value.is_string() ? value.get<std::string>() : dump_json(value)));
  }
  CHECK(names.size() == 11 + 8);
}

TEST_CASE("a config is shown a member a line") {
  CHECK(cell_in(preset_read_from(full), "designated_version.config") ==
        "model: \"acme/large\"\ntemperature: 0.2");
}

TEST_CASE("a config keeps the digits of its numbers, and needs no escapes") {
  const auto preset = preset_read_from(
      R"({"designated_version":{"config":{"min_p": 0.0000015, "a\u00e9": "b\/c", "n":[1.50, 2]}}})");
  CHECK(cell_in(preset, "designated_version.config", Audience::programs) ==
        R"({"min_p":0.0000015,"aé":"b/c","n":[1.50,2]})");
  CHECK(cell_in(preset, "designated_version.config") ==
        "min_p: 0.0000015\naé: \"b/c\"\nn: [1.50,2]");
}

TEST_CASE("the key of a config's member cannot form a line of its own") {
  const auto preset = preset_read_from(R"({"designated_version":{"config":{"a\nb":1}}})");
  CHECK(cell_in(preset, "designated_version.config") == "a\\nb: 1");
}

TEST_CASE("a config that is no object is shown as it is") {
  const auto config_of = [](std::string_view text) {
    return cell_in(preset_read_from(text), "designated_version.config");
  };
  CHECK(config_of(R"({"designated_version":{"config":{}}})") == "{}");
  CHECK(config_of(R"({"designated_version":{"config":[1]}})") == "[1]");
}

TEST_CASE("a preset without a designated version is read") {
  for (const auto* text : {R"({"slug":"a","designated_version":null})", R"({"slug":"a"})"}) {
    const auto preset = preset_read_from(text);
    CHECK(preset.slug == "a");
    CHECK_FALSE(preset.designated_version);
    CHECK_FALSE(cell_in(preset, "designated_version.version"));
    CHECK_FALSE(cell_in(preset, "designated_version.config"));
  }
}

TEST_CASE("members of a preset that are not specified are kept") {
  CHECK(preset_read_from(full).unknown == UnknownMembers{{"is_public", "true"}});
}
