#include "mrctl/model/preset.hpp"

#include "mrctl/json/text.hpp"

#include "cells.hpp"
#include "reading.hpp"
#include "spelling.hpp"

#include <array>

namespace mrctl::model {

namespace {

using MaybeCell = std::optional<Cell>;

PresetVersion read_version(const Json& data, std::string_view text) {
  PresetVersion out;
  out.id = read_text(data, "id");
  out.preset_id = read_text(data, "preset_id");
  out.version = read_number(data, "version");
  out.config = member_or_null(data, "config");
  out.config_text = spelled_json(json_member(text, "config").value_or("null"));
  out.system_prompt = read_text(data, "system_prompt");
  out.creator_id = read_text(data, "creator_id");
  out.created_at = read_text(data, "created_at");
  out.updated_at = read_text(data, "updated_at");
  return out;
}

template <auto Member>
MaybeCell text_in(const Preset& preset) {
  return text_cell(preset.*Member);
}

template <auto Member>
MaybeCell version_text_in(const Preset& preset) {
  if (!preset.designated_version) return std::nullopt;
  return text_cell((*preset.designated_version).*Member);
}

MaybeCell version_cell(const Preset& preset) {
  return preset.designated_version ? number_cell(preset.designated_version->version) : std::nullopt;
}

// One line for each member of the object; a key stays JSON-escaped, so that it fits on one line.
MaybeCell config_cell(const Preset& preset) {
  if (!preset.designated_version || preset.designated_version->config.is_null())
    return std::nullopt;
  const auto& config = preset.designated_version->config_text;
  Cell cell{.exact = config};
  for (const auto& member : json_members(config))
    cell.text += (cell.text.empty() ? "" : "\n") + std::string(member.key) + ": " +
                 std::string(member.value);
  if (cell.text.empty()) cell.text = config;
  return cell;
}

using Version = PresetVersion;
using Row = Field<Preset>;
constexpr auto text = Kind::text;
constexpr auto always = Shown::always;
constexpr auto wide = Shown::wide;

// clang-format off
constexpr std::array table{
    Row{"slug",                             "Slug",          text,         always, text_in<&Preset::slug>},
    Row{"name",                             "Name",          text,         always, text_in<&Preset::name>},
    Row{"description",                      "Description",   text,         always, text_in<&Preset::description>},
    Row{"status",                           "Status",        text,         always, text_in<&Preset::status>},
    Row{"designated_version.version",       "Version",       Kind::number, always, version_cell},
    Row{"id",                               "Id",            text,         always, text_in<&Preset::id>},
    Row{"designated_version_id",            "Version id",    text,         always, text_in<&Preset::designated_version_id>},
    Row{"workspace_id",                     "Workspace",     text,         always, text_in<&Preset::workspace_id>},
    Row{"created_at",                       "Created",       text,         always, text_in<&Preset::created_at>},
    Row{"updated_at",                       "Updated",       text,         always, text_in<&Preset::updated_at>},
    Row{"creator_user_id",                  "Creator",       text,         wide,   text_in<&Preset::creator_user_id>},
    Row{"status_updated_at",                "Status since",  text,         wide,   text_in<&Preset::status_updated_at>},
    Row{"designated_version.id",            "Version's id",      text, wide, version_text_in<&Version::id>},
    Row{"designated_version.preset_id",     "Version's preset",  text, wide, version_text_in<&Version::preset_id>},
    Row{"designated_version.creator_id",    "Version's creator", text, wide, version_text_in<&Version::creator_id>},
    Row{"designated_version.created_at",    "Version created",   text, wide, version_text_in<&Version::created_at>},
    Row{"designated_version.updated_at",    "Version updated",   text, wide, version_text_in<&Version::updated_at>},
    Row{"designated_version.config",        "Config",        Kind::lines,  always, config_cell},
    Row{"designated_version.system_prompt", "System prompt", Kind::lines,  always, version_text_in<&Version::system_prompt>},
};
// clang-format on

constexpr std::array<std::string_view, 12> specified{"id",
                                                     "slug",
                                                     "name",
                                                     "description",
                                                     "status",
                                                     "status_updated_at",
                                                     "created_at",
                                                     "updated_at",
                                                     "creator_user_id",
                                                     "workspace_id",
                                                     "designated_version_id",
                                                     "designated_version"};

} // namespace

Preset read_preset(const Json& data, std::string_view spelled) {
  Preset out;
  out.id = read_text(data, "id");
  out.slug = read_text(data, "slug");
  out.name = read_text(data, "name");
  out.description = read_text(data, "description");
  out.status = read_text(data, "status");
  out.status_updated_at = read_text(data, "status_updated_at");
  out.created_at = read_text(data, "created_at");
  out.updated_at = read_text(data, "updated_at");
  out.creator_user_id = read_text(data, "creator_user_id");
  out.workspace_id = read_text(data, "workspace_id");
  out.designated_version_id = read_text(data, "designated_version_id");
  const auto& version = member_or_null(data, "designated_version");
  if (version.is_object())
    out.designated_version =
        read_version(version, json_member(spelled, "designated_version").value_or("{}"));
  out.unknown = read_unknown(data, spelled, specified);
  return out;
}

std::span<const Field<Preset>> preset_fields() {
  return table;
}

} // namespace mrctl::model
