#pragma once

#include "pointer_tree.hpp"

namespace mrctl::document {

[[nodiscard]] tl::expected<Json, Problem> parse_json_document(const Document& document);
[[nodiscard]] tl::expected<JsonText, Problem> read_json_document(const Document& document);

// Records where the document has the wanted values.
void find_in_json(const Document& document, PointerNode& wanted);

} // namespace mrctl::document
