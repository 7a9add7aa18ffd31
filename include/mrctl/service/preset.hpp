#pragma once

#include "mrctl/json/value.hpp"
#include "mrctl/output/records.hpp"
#include "mrctl/output/table.hpp"
#include "mrctl/service/record.hpp"
#include "mrctl/service/record_field.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mrctl::service {

// The designated version of a preset (specification, section 2.2).
struct PresetVersion {
  std::optional<std::string> id;
  std::optional<std::string> preset_id;
  std::optional<Number> version;
  Json config;                      // an object, or null if the service gave none
  std::string config_text = "null"; // the same, with numbers as the service spelled them
  std::optional<std::string> system_prompt;
  std::optional<std::string> creator_id;
  std::optional<std::string> created_at;
  std::optional<std::string> updated_at;
};

// A preset (specification, section 2.1). Every member may be null or missing.
struct Preset {
  std::optional<std::string> id;
  std::optional<std::string> slug;
  std::optional<std::string> name;
  std::optional<std::string> description;
  std::optional<std::string> status;
  std::optional<std::string> status_updated_at;
  std::optional<std::string> created_at;
  std::optional<std::string> updated_at;
  std::optional<std::string> creator_user_id;
  std::optional<std::string> workspace_id;
  std::optional<std::string> designated_version_id;
  std::optional<PresetVersion> designated_version;
  UnknownMembers unknown;
};

// Reads the `data` of the preset operation, parsed and as text. Never fails: every member is
// optional.
[[nodiscard]] Preset read_preset(const Json& data, std::string_view text);

// Reads a version alone, as a preset of which nothing else is known.
[[nodiscard]] Preset read_version(std::string_view text);

// The fields of a preset, in the order in which a card shows them; those of a preset in a list,
// which has no version; and those of a version alone.
[[nodiscard]] std::span<const RecordField<Preset>> preset_fields();
[[nodiscard]] std::span<const RecordField<Preset>> listed_preset_fields();
[[nodiscard]] std::span<const RecordField<Preset>> version_fields();

// The members of a preset, in the order of the specification.
[[nodiscard]] std::span<const Documented> documented_preset();

// Returns the lines of a card, and the records for formats such as csv.
[[nodiscard]] std::vector<output::CardLine>
card_of(const Preset& preset, std::span<const RecordField<Preset>> fields = preset_fields());
[[nodiscard]] output::Records
rows_of(std::span<const Preset> presets,
        std::span<const RecordField<Preset>> fields = preset_fields());

// Returns the line that says how a client names it, if its slug is known.
[[nodiscard]] std::vector<output::CardLine> use_of(const Preset& preset);

} // namespace mrctl::service
