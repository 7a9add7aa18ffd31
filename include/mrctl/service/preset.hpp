#pragma once

#include "mrctl/json/rows.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/table.hpp"
#include "mrctl/service/record.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace mrctl::service {

// The stored settings, with numbers as the service spelled them; "null" if it gave none.
struct SpelledConfig {
  std::string text = "null";

  [[nodiscard]] static SpelledConfig read(std::string_view value);
};

// For people, a line for each member.
[[nodiscard]] std::optional<std::string> cell_of(const SpelledConfig& config, Audience audience);

// The designated version of a preset (specification, section 2.2).
struct PresetVersion {
  std::optional<std::string> id;
  std::optional<std::string> preset_id;
  std::optional<Number> version;
  Json config; // an object, or null if the service gave none
  SpelledConfig spelled_config;
  std::optional<std::string> system_prompt;
  std::optional<std::string> creator_id;
  std::optional<std::string> created_at;
  std::optional<std::string> updated_at;
};

// A preset (specification, section 2.1). Every member may be null or missing.
struct Preset {
  std::optional<std::string> id{};
  std::optional<std::string> slug{};
  std::optional<std::string> name{};
  std::optional<std::string> description{};
  std::optional<std::string> status{};
  std::optional<std::string> status_updated_at{};
  std::optional<std::string> created_at{};
  std::optional<std::string> updated_at{};
  std::optional<std::string> creator_user_id{};
  std::optional<std::string> workspace_id{};
  std::optional<std::string> designated_version_id{};
  std::optional<PresetVersion> designated_version{};
  UnknownMembers unknown{};
};

// Reads the `data` of the preset operation, parsed and as text. Never fails: every member is
// optional.
[[nodiscard]] Preset read_preset(const Json& data, std::string_view text);

// The members of a version and of a preset, in the order of the specification.
// clang-format off
constexpr auto rows_of(const PresetVersion* /*record*/) {
  return std::tuple{
      ResultMember{"id", &PresetVersion::id, {.says = "identifier of the version", .takes = Takes::uuid, .title = "Version's id", .is_for_wide = true}},
      ResultMember{"preset_id", &PresetVersion::preset_id, {.says = "owning preset", .takes = Takes::uuid, .title = "Version's preset", .is_for_wide = true}},
      ResultMember{"version", &PresetVersion::version, {.says = "number of the version, from 1", .types = {ValueType::integer}, .title = "Version"}},
      ResultMember{"config", &PresetVersion::spelled_config, {.says = "stored settings, for example model and temperature", .types = {ValueType::object}, .title = "Config", .has_lines = true}},
      ResultMember{"system_prompt", &PresetVersion::system_prompt, {.says = "text of the system prompt", .title = "System prompt", .has_lines = true}},
      ResultMember{"creator_id", &PresetVersion::creator_id, {.says = "identifier of the creating user", .title = "Version's creator", .is_for_wide = true}},
      ResultMember{"created_at", &PresetVersion::created_at, {.says = "when the version was created", .takes = Takes::moment, .title = "Version created", .is_for_wide = true}},
      ResultMember{"updated_at", &PresetVersion::updated_at, {.says = "when the version was last changed", .takes = Takes::moment, .title = "Version updated", .is_for_wide = true}},
  };
}

constexpr auto rows_of(const Preset* /*record*/) {
  return std::tuple{
      ResultMember{"id", &Preset::id, {.says = "identifier of the preset", .takes = Takes::uuid, .title = "Id"}},
      ResultMember{"slug", &Preset::slug, {.says = "URL-safe identifier, never empty", .title = "Slug"}},
      ResultMember{"name", &Preset::name, {.says = "name of the preset", .title = "Name", .repeats = "slug"}},
      ResultMember{"description", &Preset::description, {.says = "null when not set", .title = "Description"}},
      ResultMember{"status", &Preset::status, {.says = "active is the only documented value", .title = "Status"}},
      ResultMember{"status_updated_at", &Preset::status_updated_at, {.says = "null when the status has never changed", .takes = Takes::moment, .title = "Status since", .is_for_wide = true}},
      ResultMember{"created_at", &Preset::created_at, {.says = "when the preset was created", .takes = Takes::moment, .title = "Created"}},
      ResultMember{"updated_at", &Preset::updated_at, {.says = "when the preset was last changed", .takes = Takes::moment, .title = "Updated", .repeats = "created_at"}},
      ResultMember{"creator_user_id", &Preset::creator_user_id, {.says = "identifier of the creating user", .title = "Creator", .is_for_wide = true}},
      ResultMember{"workspace_id", &Preset::workspace_id, {.says = "owning workspace", .takes = Takes::uuid, .title = "Workspace"}},
      ResultMember{"designated_version_id", &Preset::designated_version_id, {.says = "identifier of the designated version", .takes = Takes::uuid, .title = "Version id"}},
      ResultMember{"designated_version", &Preset::designated_version, {.says = "the version that is used"}},
  };
}
// clang-format on

// In the order in which people see them: the members of a preset in a list, which has no version,
// of a version, and of a preset with its version.
inline constexpr auto shown_of_listed_preset = std::to_array<std::string_view>(
    {"slug", "name", "description", "status", "id", "designated_version_id", "workspace_id",
     "created_at", "updated_at", "creator_user_id", "status_updated_at"});
inline constexpr auto shown_of_version =
    std::to_array<std::string_view>({"version", "id", "preset_id", "creator_id", "created_at",
                                     "updated_at", "config", "system_prompt"});
inline constexpr auto shown_of_preset = std::to_array<std::string_view>(
    {"slug", "name", "description", "status", "designated_version.version", "id",
     "designated_version_id", "workspace_id", "created_at", "updated_at", "creator_user_id",
     "status_updated_at", "designated_version.id", "designated_version.preset_id",
     "designated_version.creator_id", "designated_version.created_at",
     "designated_version.updated_at", "designated_version.config",
     "designated_version.system_prompt"});

// Returns the line that says how a client names it, if its slug is known.
[[nodiscard]] std::vector<output::CardLine> use_of(const Preset& preset);

} // namespace mrctl::service
