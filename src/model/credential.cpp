#include "mrctl/model/credential.hpp"

#include "mrctl/base/secret.hpp"
#include "mrctl/base/table.hpp"

#include "cells.hpp"
#include "reading.hpp"

#include <array>

namespace mrctl::model {

namespace {

using MaybeCell = std::optional<Cell>;

// A label that is not text may still contain a key, so it is masked.
std::optional<Label> read_label(const Json& data) {
  const auto& value = member_or_null(data, "label");
  if (value.is_null()) return std::nullopt;
  auto text = text_of(value);
  if (text.empty() || (value.is_string() && is_masked(text))) return Label{std::move(text), false};
  return Label{mask(text), true};
}

template <auto Member>
MaybeCell credential_text(const Credential& credential) {
  return text_cell(credential.*Member);
}

template <auto Member>
MaybeCell boolean_in(const Credential& credential) {
  return boolean_cell(credential.*Member);
}

MaybeCell label_cell(const Credential& credential) {
  if (!credential.label) return std::nullopt;
  return text_cell(credential.label->text);
}

MaybeCell workspace_cell(const Credential& credential) {
  if (!credential.workspace_id) return std::nullopt;
  if (!*credential.workspace_id) return Cell{.text = "every workspace"};
  return text_cell(*credential.workspace_id);
}

MaybeCell sort_order_cell(const Credential& credential) {
  return number_cell(credential.sort_order);
}

// Null and the empty list are opposites, but a list of items would be empty for both.
template <auto Member>
MaybeCell allowed_in(const Credential& credential) {
  const auto& list = credential.*Member;
  if (!list) return std::nullopt;
  if (!*list) return Cell{.text = "no restriction"};
  auto cell = list_cell(*list);
  if (cell->items.empty()) *cell = {.text = "matches nothing", .exact = "[]"};
  return cell;
}

using enum Shown;

constexpr ChangeNames switched{"disabled", "enabled", "other", "other"};

// clang-format off
constexpr std::array credential_table{
    Field<Credential>{"id",                     "Id",              Kind::text,    always, credential_text<&Credential::id>},
    Field<Credential>{"name",                   "Name",            Kind::text,    always, credential_text<&Credential::name>, changed("name")},
    Field<Credential>{"provider",               "Provider",        Kind::text,    always, credential_text<&Credential::provider>, changed("provider")},
    Field<Credential>{"label",                  "Label",           Kind::text,    always, label_cell, changed("label")},
    Field<Credential>{"workspace_id",           "Workspace",       Kind::text,    always, workspace_cell, changed("workspace")},
    Field<Credential>{"disabled",               "Disabled",        Kind::boolean, always, boolean_in<&Credential::disabled>, switched},
    Field<Credential>{"is_fallback",            "Fallback",        Kind::boolean, always, boolean_in<&Credential::is_fallback>, changed("fallback")},
    Field<Credential>{"sort_order",             "Sort order",      Kind::number,  always, sort_order_cell, changed("order")},
    Field<Credential>{"allowed_models",         "Allowed models",  Kind::list,    always, allowed_in<&Credential::allowed_models>, changed("restriction")},
    Field<Credential>{"allowed_user_ids",       "Allowed users",   Kind::list,    always, allowed_in<&Credential::allowed_user_ids>, changed("restriction")},
    Field<Credential>{"allowed_api_key_hashes", "Allowed keys",    Kind::list,    always, allowed_in<&Credential::allowed_api_key_hashes>, changed("restriction")},
    Field<Credential>{"created_at",             "Created",         Kind::text,    always, credential_text<&Credential::created_at>, changed("other")},
};
// clang-format on

static_assert(have_kinds(credential_table, credential_change_kinds));

constexpr auto credential_members = names_of(credential_table);

} // namespace

Credential read_credential(const Json& data, std::string_view spelled) {
  Credential out;
  out.id = read_text(data, "id");
  out.name = read_text(data, "name");
  out.label = read_label(data);
  out.provider = read_text(data, "provider");
  out.workspace_id = read_nullable_text(data, "workspace_id");
  out.created_at = read_text(data, "created_at");
  out.disabled = read_boolean(data, "disabled");
  out.is_fallback = read_boolean(data, "is_fallback");
  out.sort_order = read_number(data, "sort_order");
  out.allowed_api_key_hashes = read_nullable_list(data, "allowed_api_key_hashes");
  out.allowed_models = read_nullable_list(data, "allowed_models");
  out.allowed_user_ids = read_nullable_list(data, "allowed_user_ids");
  out.unknown = read_unknown(data, spelled, credential_members);
  return out;
}

std::span<const Field<Credential>> credential_fields() {
  return credential_table;
}

} // namespace mrctl::model
