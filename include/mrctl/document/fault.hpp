#pragma once

#include "mrctl/document/document.hpp"

namespace mrctl::document {

// Returns the problem that stops the document from being read, at its place.
[[nodiscard]] Problem problem_of(const Document& document, JsonFault fault);

[[nodiscard]] Problem warning_of_byte_order_mark(const Document& document);

} // namespace mrctl::document
