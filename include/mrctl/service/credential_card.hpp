#pragma once

#include "mrctl/output/html.hpp"
#include "mrctl/output/records.hpp"
#include "mrctl/output/terminal.hpp"
#include "mrctl/service/credential.hpp"

#include <span>
#include <string>
#include <string_view>

namespace mrctl::service {

// Draws one credential, unknown members included; `Shown::wide` adds every field.
[[nodiscard]] std::string credential_card(const Credential& credential, output::Shown shown,
                                          const output::Terminal& terminal);

// Returns every field as markup.
[[nodiscard]] output::Markup credential_html(const Credential& credential);

// Returns the records, for formats such as csv.
[[nodiscard]] output::Records credential_records(std::span<const Credential> credentials);

// A credential's JSON with a label that may be shown.
struct MaskedJson {
  std::string text;
  bool was_masked_here = false; // because the service's label did not look masked
};

// Returns the text of `data` with a label that does not look masked replaced by its masked form,
// and every other byte as it was.
[[nodiscard]] MaskedJson masked_credential_json(std::string_view data);

} // namespace mrctl::service
