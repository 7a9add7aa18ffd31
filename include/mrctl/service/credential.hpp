#pragma once

#include "mrctl/output/records.hpp"
#include "mrctl/output/table.hpp"
#include "mrctl/service/record.hpp"
#include "mrctl/service/record_field.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::service {

// The masked form of a stored key. A label that did not look masked is masked while it is read, so
// that no display can show it.
struct Label {
  std::string text;
  bool was_masked_here = false;

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

// Reads the text of the credential operation's `data`, which must be JSON. Never fails: every
// member is optional.
[[nodiscard]] Credential read_credential(std::string_view text);

// The fields of a credential, in the order in which a card shows them.
[[nodiscard]] std::span<const RecordField<Credential>> credential_fields();

// The members of a credential, in the order of the specification.
[[nodiscard]] std::span<const Documented> documented_credential();

// Returns the lines of a card, and the records for formats such as csv.
[[nodiscard]] std::vector<output::CardLine>
card_of(const Credential& credential,
        std::span<const RecordField<Credential>> fields = credential_fields());
[[nodiscard]] output::Records
rows_of(std::span<const Credential> credentials,
        std::span<const RecordField<Credential>> fields = credential_fields());

// A credential's JSON with a label that may be shown.
struct MaskedJson {
  std::string text;
  bool was_masked_here = false; // because the service's label did not look masked
};

// Returns the text of `data` with a label that does not look masked replaced by its masked form,
// and every other byte as it was.
[[nodiscard]] MaskedJson masked_credential_json(std::string_view data);

} // namespace mrctl::service
