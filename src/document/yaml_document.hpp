#pragma once

#include "pointer_tree.hpp"

namespace mrctl::document {

[[nodiscard]] tl::expected<Json, Problem> parse_yaml_document(const Document& document);

// Notes where the document has what is wanted.
void find_in_yaml(const Document& document, PointerNode& wanted);

} // namespace mrctl::document
