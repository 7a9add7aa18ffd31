#include "mrctl/service/preset.hpp"

#include "mrctl/base/table.hpp"
#include "mrctl/json/text.hpp"

#include "cells.hpp"
#include "fields.hpp"
#include "reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mrctl::service {

namespace {

template <auto Part>
void take_version_part(Preset& out, const JsonView& value) {
  take<Part>(*out.designated_version, value);
}

template <auto Part>
std::optional<output::Cell> version_part_cell(const Preset& preset) {
  return preset.designated_version ? show<Part>(*preset.designated_version) : std::nullopt;
}

template <auto Part>
constexpr Access<Preset> version_part{take_version_part<Part>, version_part_cell<Part>};

void take_config(Preset& out, const JsonView& value) {
  out.designated_version->config_text = spelled_json(value.text());
}

// One line for each member of the object; a key stays JSON-escaped, so that it fits on one line.
std::optional<output::Cell> config_cell(const Preset& preset) {
  if (!preset.designated_version || preset.designated_version->config_text == "null")
    return std::nullopt;
  const auto& config = preset.designated_version->config_text;
  output::Cell cell{.exact = config};
  for (const auto& member : json_members(config))
    cell.text += (cell.text.empty() ? "" : "\n") + std::string(member.key) + ": " +
                 std::string(member.value);
  if (cell.text.empty()) cell.text = config;
  return cell;
}

using enum output::Shown;

// clang-format off
constexpr auto preset_table = std::to_array<RecordField<Preset>>({
    {.place = 2, .name = "slug", .title = "Slug", .type = Type::text, .says = "URL-safe identifier, never empty", .value = part<&Preset::slug>},
    {.place = 3, .name = "name", .title = "Name", .type = Type::text, .says = "name of the preset", .value = part<&Preset::name>, .repeats = "slug"},
    {.place = 4, .name = "description", .title = "Description", .type = Type::text, .says = "null when not set", .value = part<&Preset::description>},
    {.place = 5, .name = "status", .title = "Status", .type = Type::text, .says = "active is the only documented value", .value = part<&Preset::status>},
    {.place = 3, .name = "designated_version.version", .title = "Version", .type = Type::integer, .says = "number of the version, from 1", .kind = output::CellKind::number, .value = version_part<&PresetVersion::version>},
    {.place = 1, .name = "id", .title = "Id", .type = Type::uuid, .says = "identifier of the preset", .value = part<&Preset::id>},
    {.place = 11, .name = "designated_version_id", .title = "Version id", .type = Type::uuid, .says = "identifier of the designated version", .value = part<&Preset::designated_version_id>},
    {.place = 10, .name = "workspace_id", .title = "Workspace", .type = Type::uuid, .says = "owning workspace", .value = part<&Preset::workspace_id>},
    {.place = 7, .name = "created_at", .title = "Created", .type = Type::time, .says = "when the preset was created", .value = part<&Preset::created_at>},
    {.place = 8, .name = "updated_at", .title = "Updated", .type = Type::time, .says = "when the preset was last changed", .value = part<&Preset::updated_at>, .repeats = "created_at"},
    {.place = 9, .name = "creator_user_id", .title = "Creator", .type = Type::text, .says = "identifier of the creating user", .shown = wide, .value = part<&Preset::creator_user_id>},
    {.place = 6, .name = "status_updated_at", .title = "Status since", .type = Type::time, .says = "null when the status has never changed", .shown = wide, .value = part<&Preset::status_updated_at>},
    {.place = 1, .name = "designated_version.id", .title = "Version's id", .type = Type::uuid, .says = "identifier of the version", .shown = wide, .value = version_part<&PresetVersion::id>},
    {.place = 2, .name = "designated_version.preset_id", .title = "Version's preset", .type = Type::uuid, .says = "owning preset", .shown = wide, .value = version_part<&PresetVersion::preset_id>},
    {.place = 6, .name = "designated_version.creator_id", .title = "Version's creator", .type = Type::text, .says = "identifier of the creating user", .shown = wide, .value = version_part<&PresetVersion::creator_id>},
    {.place = 7, .name = "designated_version.created_at", .title = "Version created", .type = Type::time, .says = "when the version was created", .shown = wide, .value = version_part<&PresetVersion::created_at>},
    {.place = 8, .name = "designated_version.updated_at", .title = "Version updated", .type = Type::time, .says = "when the version was last changed", .shown = wide, .value = version_part<&PresetVersion::updated_at>},
    {.place = 4, .name = "designated_version.config", .title = "Config", .type = Type::object, .says = "stored settings, for example model and temperature", .kind = output::CellKind::lines, .value = {take_config, config_cell}},
    {.place = 5, .name = "designated_version.system_prompt", .title = "System prompt", .type = Type::text, .says = "text of the system prompt", .kind = output::CellKind::lines, .value = version_part<&PresetVersion::system_prompt>},
});
// clang-format on

constexpr std::string_view version_name = "designated_version";
constexpr auto version_members = members_in<preset_table, version_name>();
constexpr auto documented_version = documented_of<version_members>();

void take_version(Preset& out, const JsonView& value) {
  out.designated_version.reset();
  if (value.is_object()) out.designated_version.emplace();
  read_members(out, value, version_members);
}

constexpr auto preset_members = [] {
  constexpr auto members = members_in<preset_table>();
  Members<Preset, members.size() + 1> out;
  std::ranges::copy(members, out.begin());
  out.back() = {version_name, Type::object, "the version that is used", take_version,
                documented_version};
  return out;
}();
constexpr auto documented_preset_members = documented_of<preset_members>();

const Json* config_in(const Json& data) {
  const auto* version = find_member(data, version_name);
  return version == nullptr ? nullptr : find_member(*version, "config");
}

} // namespace

// The config is parsed with the answer: to parse it again would take longer than to copy it.
Preset read_preset(const Json& data, std::string_view text) {
  const JsonIndex index(text);
  auto out = read_object(index.root(), preset_members);
  const auto* config = config_in(data);
  if (out.designated_version && config != nullptr) out.designated_version->config = *config;
  out.unknown = read_unknown(text, names_of(preset_members));
  return out;
}

Preset read_version(std::string_view text) {
  return read_preset(Json(), fmt::format(R"({{"{}":{}}})", version_name, text));
}

namespace {

// The fields of an object, by their keys in it.
template <const std::string_view& object>
constexpr auto fields_in() {
  constexpr auto is_in = [](const auto& field) { return object_of(field.name) == object; };
  std::array<RecordField<Preset>, std::ranges::count_if(preset_table, is_in)> fields{};
  std::ranges::copy_if(preset_table, fields.begin(), is_in);
  for (auto& field : fields)
    field.name = last_key(field.name);
  return fields;
}

constexpr auto listed_table = fields_in<the_record>();
constexpr auto version_table = fields_in<version_name>();

} // namespace

std::span<const RecordField<Preset>> preset_fields() {
  return preset_table;
}

std::span<const RecordField<Preset>> listed_preset_fields() {
  return listed_table;
}

std::span<const RecordField<Preset>> version_fields() {
  return version_table;
}

std::span<const Documented> documented_preset() {
  return documented_preset_members;
}

std::vector<output::CardLine> card_of(const Preset& preset,
                                      std::span<const RecordField<Preset>> fields) {
  return card_lines(preset, fields);
}

output::Records rows_of(std::span<const Preset> presets,
                        std::span<const RecordField<Preset>> fields) {
  return field_records(presets, fields);
}

std::vector<output::CardLine> use_of(const Preset& preset) {
  if (!preset.slug) return {};
  return {{"Use it as", "@preset/" + *preset.slug}};
}

} // namespace mrctl::service
