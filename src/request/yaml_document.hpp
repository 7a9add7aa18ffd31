#pragma once

#include "pointer_tree.hpp"

namespace mrctl::request {

[[nodiscard]] tl::expected<Json, Problem> parse_yaml_document(const Document& document);

// Records where the document has the wanted values.
void find_in_yaml(const Document& document, PointerNode& wanted);

} // namespace mrctl::request
