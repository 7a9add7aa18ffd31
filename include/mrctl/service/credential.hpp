#pragma once

#include "mrctl/json/rows.hpp"
#include "mrctl/service/record.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace mrctl::service {

// The masked form of a stored key. A label that did not look masked is masked while it is read, so
// that no display can show it.
struct Label {
  std::string text;
  bool was_masked_here = false;

  // A label that is not text may still contain a key, so it is masked.
  [[nodiscard]] static std::optional<Label> read(std::string_view value);

  bool operator==(const Label&) const = default;
};

// A stored provider credential (specification, section 2.4). Every member may be null or missing.
struct Credential {
  std::optional<std::string> id;
  std::optional<std::string> name;
  std::optional<Label> label;
  std::optional<std::string> provider;
  Nullable<std::string> workspace_id; // null: every workspace
  std::optional<std::string> created_at;
  std::optional<bool> disabled;
  std::optional<bool> is_fallback;
  std::optional<Number> sort_order;
  Nullable<std::vector<std::string>> allowed_api_key_hashes; // null: no restriction; []: nothing
  Nullable<std::vector<std::string>> allowed_models;
  Nullable<std::vector<std::string>> allowed_user_ids;
  UnknownMembers unknown;
};

// The members of a credential, in the order of the specification.
// clang-format off
constexpr auto rows_of(const Credential* /*record*/) {
  return std::tuple{
      ResultMember{"id", &Credential::id, {.says = "identifier of the credential", .takes = Takes::uuid, .title = "Id"}},
      ResultMember{"name", &Credential::name, {.says = "name chosen by the owner", .title = "Name"}},
      ResultMember{"label", &Credential::label, {.says = "masked form of the key; mrctl masks a label that does not look masked", .title = "Label"}},
      ResultMember{"provider", &Credential::provider, {.says = "slug of the provider", .title = "Provider"}},
      ResultMember{"workspace_id", &Credential::workspace_id, {.says = "owning workspace", .takes = Takes::uuid, .title = "Workspace", .null_says = "every workspace"}},
      ResultMember{"created_at", &Credential::created_at, {.says = "when the credential was stored", .takes = Takes::moment, .title = "Created"}},
      ResultMember{"disabled", &Credential::disabled, {.says = "whether it is disabled", .title = "Disabled"}},
      ResultMember{"is_fallback", &Credential::is_fallback, {.says = "whether it is a fallback", .title = "Fallback"}},
      ResultMember{"sort_order", &Credential::sort_order, {.says = "position in the order of credentials", .types = {ValueType::integer}, .title = "Sort order"}},
      ResultMember{"allowed_api_key_hashes", &Credential::allowed_api_key_hashes, {.says = "hashes of the API keys that may use it; null is no restriction, [] matches nothing", .types = {ValueType::array}, .title = "Allowed keys", .null_says = "no restriction", .empty_says = "matches nothing"}},
      ResultMember{"allowed_models", &Credential::allowed_models, {.says = "models it may be used for; null is no restriction, [] matches nothing", .types = {ValueType::array}, .title = "Allowed models", .null_says = "no restriction", .empty_says = "matches nothing"}},
      ResultMember{"allowed_user_ids", &Credential::allowed_user_ids, {.says = "users that may use it; null is no restriction, [] matches nothing", .types = {ValueType::array}, .title = "Allowed users", .null_says = "no restriction", .empty_says = "matches nothing"}},
  };
}
// clang-format on

// The members of a credential, in the order in which people see them.
inline constexpr auto shown_of_credential = std::to_array<std::string_view>(
    {"id", "name", "provider", "label", "workspace_id", "disabled", "is_fallback", "sort_order",
     "allowed_models", "allowed_user_ids", "allowed_api_key_hashes", "created_at"});

// A credential's JSON with a label that may be shown.
struct MaskedJson {
  std::string text;
  bool was_masked_here = false; // because the service's label did not look masked
};

// Returns the text of `data` with a label that does not look masked replaced by its masked form,
// and every other byte as it was.
[[nodiscard]] MaskedJson masked_credential_json(std::string_view data);

} // namespace mrctl::service
