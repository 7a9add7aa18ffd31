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
MaybeCell preset_text(const Preset& preset) {
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
using enum Shown;

// clang-format off
constexpr std::array preset_table{
    Field<Preset>{"slug",                             "Slug",          Kind::text,   always, preset_text<&Preset::slug>},
    Field<Preset>{"name",                             "Name",          Kind::text,   always, preset_text<&Preset::name>},
    Field<Preset>{"description",                      "Description",   Kind::text,   always, preset_text<&Preset::description>},
    Field<Preset>{"status",                           "Status",        Kind::text,   always, preset_text<&Preset::status>},
    Field<Preset>{"designated_version.version",       "Version",       Kind::number, always, version_cell},
    Field<Preset>{"id",                               "Id",            Kind::text,   always, preset_text<&Preset::id>},
    Field<Preset>{"designated_version_id",            "Version id",    Kind::text,   always, preset_text<&Preset::designated_version_id>},
    Field<Preset>{"workspace_id",                     "Workspace",     Kind::text,   always, preset_text<&Preset::workspace_id>},
    Field<Preset>{"created_at",                       "Created",       Kind::text,   always, preset_text<&Preset::created_at>},
    Field<Preset>{"updated_at",                       "Updated",       Kind::text,   always, preset_text<&Preset::updated_at>},
    Field<Preset>{"creator_user_id",                  "Creator",       Kind::text,   wide,   preset_text<&Preset::creator_user_id>},
    Field<Preset>{"status_updated_at",                "Status since",  Kind::text,   wide,   preset_text<&Preset::status_updated_at>},
    Field<Preset>{"designated_version.id",            "Version's id",      Kind::text,   wide, version_text_in<&Version::id>},
    Field<Preset>{"designated_version.preset_id",     "Version's preset",  Kind::text,   wide, version_text_in<&Version::preset_id>},
    Field<Preset>{"designated_version.creator_id",    "Version's creator", Kind::text,   wide, version_text_in<&Version::creator_id>},
    Field<Preset>{"designated_version.created_at",    "Version created",   Kind::text,   wide, version_text_in<&Version::created_at>},
    Field<Preset>{"designated_version.updated_at",    "Version updated",   Kind::text,   wide, version_text_in<&Version::updated_at>},
    Field<Preset>{"designated_version.config",        "Config",        Kind::lines,  always, config_cell},
    Field<Preset>{"designated_version.system_prompt", "System prompt", Kind::lines,  always, version_text_in<&Version::system_prompt>},
};
// clang-format on

constexpr std::array<std::string_view, 12> preset_members{"id",
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
  out.unknown = read_unknown(data, spelled, preset_members);
  return out;
}

std::span<const Field<Preset>> preset_fields() {
  return preset_table;
}

} // namespace mrctl::model
