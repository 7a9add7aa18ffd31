#include "mrctl/service/credential.hpp"

#include "mrctl/base/secret.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"

#include "cells.hpp"
#include "fields.hpp"
#include "reading.hpp"

#include <array>
#include <utility>

namespace mrctl::service {

namespace {

// A label that is not text may still contain a key, so it is masked.
void take_label(Credential& out, const JsonView& written) {
  const auto value = written.text();
  out.label.reset();
  if (value == "null") return;
  auto text = text_of_value(value);
  const bool is_safe = text.empty() || (value.starts_with('"') && is_masked(text));
  out.label = is_safe ? Label{std::move(text), false} : Label{mask(text), true};
}

std::optional<output::Cell> label_cell(const Credential& credential) {
  if (!credential.label) return std::nullopt;
  return output::Cell{.text = credential.label->text, .exact = credential.label->text};
}

std::optional<output::Cell> workspace_cell(const Credential& credential) {
  if (!credential.workspace_id) return std::nullopt;
  if (!*credential.workspace_id) return output::Cell{.text = "every workspace"};
  return plain_cell(*credential.workspace_id);
}

// Null and the empty list are opposites, but a list of items would be empty for both.
template <auto Part>
std::optional<output::Cell> allowed_cell(const Credential& credential) {
  const auto& list = credential.*Part;
  if (!list) return std::nullopt;
  if (!*list) return output::Cell{.text = "no restriction"};
  auto cell = plain_cell(*list);
  if (cell->items.empty()) *cell = {.text = "matches nothing", .exact = "[]"};
  return cell;
}

template <auto Part>
constexpr Access<Credential> allowed{take<Part>, allowed_cell<Part>};

// clang-format off
constexpr auto credential_table = std::to_array<RecordField<Credential>>({
    {.place = 1, .name = "id", .title = "Id", .type = Type::uuid, .says = "identifier of the credential", .value = part<&Credential::id>},
    {.place = 2, .name = "name", .title = "Name", .type = Type::text, .says = "name chosen by the owner", .value = part<&Credential::name>},
    {.place = 4, .name = "provider", .title = "Provider", .type = Type::text, .says = "slug of the provider", .value = part<&Credential::provider>},
    {.place = 3, .name = "label", .title = "Label", .type = Type::text, .says = "masked form of the key; mrctl masks a label that does not look masked", .value = {take_label, label_cell}},
    {.place = 5, .name = "workspace_id", .title = "Workspace", .type = Type::uuid, .says = "owning workspace", .value = {take<&Credential::workspace_id>, workspace_cell}},
    {.place = 7, .name = "disabled", .title = "Disabled", .type = Type::boolean, .says = "whether it is disabled", .kind = output::CellKind::boolean, .value = part<&Credential::disabled>},
    {.place = 8, .name = "is_fallback", .title = "Fallback", .type = Type::boolean, .says = "whether it is a fallback", .kind = output::CellKind::boolean, .value = part<&Credential::is_fallback>},
    {.place = 9, .name = "sort_order", .title = "Sort order", .type = Type::integer, .says = "position in the order of credentials", .kind = output::CellKind::number, .value = part<&Credential::sort_order>},
    {.place = 11, .name = "allowed_models", .title = "Allowed models", .type = Type::list, .says = "models it may be used for; null is no restriction, [] matches nothing", .kind = output::CellKind::list, .value = allowed<&Credential::allowed_models>},
    {.place = 12, .name = "allowed_user_ids", .title = "Allowed users", .type = Type::list, .says = "users that may use it; null is no restriction, [] matches nothing", .kind = output::CellKind::list, .value = allowed<&Credential::allowed_user_ids>},
    {.place = 10, .name = "allowed_api_key_hashes", .title = "Allowed keys", .type = Type::list, .says = "hashes of the API keys that may use it; null is no restriction, [] matches nothing", .kind = output::CellKind::list, .value = allowed<&Credential::allowed_api_key_hashes>},
    {.place = 6, .name = "created_at", .title = "Created", .type = Type::time, .says = "when the credential was stored", .value = part<&Credential::created_at>},
});
// clang-format on

constexpr auto credential_members = members_in<credential_table>();
constexpr auto documented_credential_members = documented_of<credential_members>();

} // namespace

Credential read_credential(std::string_view text) {
  const JsonIndex index(text);
  auto out = read_object(index.root(), credential_members);
  out.unknown = read_unknown(text, names_of(credential_members));
  return out;
}

std::span<const RecordField<Credential>> credential_fields() {
  return credential_table;
}

std::span<const Documented> documented_credential() {
  return documented_credential_members;
}

namespace {

// A key may be written with escapes ("\u006cabel").
bool is_label(std::string_view written_key) {
  if (written_key == "label") return true;
  if (written_key.find('\\') == std::string_view::npos) return false;
  const auto key = parse_json("\"" + std::string(written_key) + "\"", Reading::tolerant);
  return key && *key == "label";
}

// Returns the label that may be shown, by the same rule as for reading a credential.
Label judged(std::string_view value) {
  const auto text = "{\"label\":" + std::string(value) + "}";
  if (!parse_json(text, Reading::tolerant)) return {"…", true};
  return read_credential(text).label.value_or(Label{});
}

} // namespace

std::vector<output::CardLine> card_of(const Credential& credential,
                                      std::span<const RecordField<Credential>> fields) {
  return card_lines(credential, fields);
}

output::Records rows_of(std::span<const Credential> credentials,
                        std::span<const RecordField<Credential>> fields) {
  return field_records(credentials, fields);
}

MaskedJson masked_credential_json(std::string_view data) {
  MaskedJson out;
  std::size_t copied = 0;
  for (const auto& member : json_members(data)) {
    if (!is_label(member.key)) continue;
    const auto label = judged(member.value);
    if (!label.was_masked_here) continue;
    const auto begin = static_cast<std::size_t>(member.value.data() - data.data());
    out.text.append(data.substr(copied, begin - copied)).append(json_quote(label.text));
    out.was_masked_here = true;
    copied = begin + member.value.size();
  }
  out.text += data.substr(copied);
  return out;
}

} // namespace mrctl::service
