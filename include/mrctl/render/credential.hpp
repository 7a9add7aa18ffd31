#pragma once

#include "mrctl/model/credential.hpp"
#include "mrctl/render/html.hpp"
#include "mrctl/render/records.hpp"
#include "mrctl/render/terminal.hpp"

#include <span>
#include <string>
#include <string_view>

namespace mrctl::render {

// Draws one credential, unknown members included; `Shown::wide` adds every field.
[[nodiscard]] std::string credential_card(const model::Credential& credential, model::Shown shown,
                                          const Terminal& terminal);

// Returns every field as markup.
[[nodiscard]] Markup credential_html(const model::Credential& credential);

// Returns the records, for formats such as csv.
[[nodiscard]] Records credential_records(std::span<const model::Credential> credentials);

// A credential's JSON with a label that may be shown.
struct MaskedJson {
  std::string text;
  bool was_masked_here = false; // because the service's label did not look masked
};

// Returns the text of `data` with a label that does not look masked replaced by its masked form,
// and every other byte as it was.
[[nodiscard]] MaskedJson masked_credential_json(std::string_view data);

} // namespace mrctl::render
