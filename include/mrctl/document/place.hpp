#pragma once

#include "mrctl/document/document.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace mrctl::document {

// Returns the document's text after any byte order mark, which is invisible. Parts, offsets and
// columns count from there.
[[nodiscard]] std::string_view content_of(const Document& document);

// Returns the place of each part, in one pass through the document. Of a part of several lines,
// only the beginning is marked.
[[nodiscard]] std::vector<Place> places_of(const Document& document,
                                           const std::vector<Part>& parts);

[[nodiscard]] Place place_of(const Document& document, const Part& part);

// Returns the place of a byte of the document, or of its end.
[[nodiscard]] Place place_at(const Document& document, std::size_t offset);

// Returns the problem that stops the document from being read, at its place.
[[nodiscard]] Problem problem_of(const Document& document, JsonFault fault);

[[nodiscard]] Problem warning_of_byte_order_mark(const Document& document);

} // namespace mrctl::document
