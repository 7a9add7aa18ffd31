#pragma once

#include "mrctl/document/document.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace mrctl::document {

// Returns the document's text after any byte order mark, which is invisible. Parts, offsets and
// columns count from there.
[[nodiscard]] std::string_view text_of(const Document& document);

// Bytes of a document's text.
struct Part {
  std::size_t begin = 0;
  std::size_t size = 0;
};

// Returns the place of each part, in one pass through the document. Of a part of several lines,
// only the beginning is marked.
[[nodiscard]] std::vector<Place> places_of(const Document& document,
                                           const std::vector<Part>& parts);

[[nodiscard]] Place place_of(const Document& document, const Part& part);

// Returns the place of a byte of the document, or of its end.
[[nodiscard]] Place place_at(const Document& document, std::size_t offset);

} // namespace mrctl::document
