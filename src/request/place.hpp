#pragma once

#include "mrctl/request/document.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace mrctl::request {

// Some editors begin a file with it; no one sees it, so it counts for no column.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Returns the document's text behind a byte order mark. Parts and offsets count from there.
[[nodiscard]] std::string_view text_of(const Document& document);

// Bytes of a document's text.
struct Part {
  std::size_t begin = 0;
  std::size_t size = 0;
};

// Returns the place of each part, in one walk through the document. What goes on behind the line is
// marked at its beginning only.
[[nodiscard]] std::vector<Place> places_of(const Document& document,
                                           const std::vector<Part>& parts);

[[nodiscard]] Place place_of(const Document& document, const Part& part);

// Returns the place of a byte of the document, or of its end.
[[nodiscard]] Place place_at(const Document& document, std::size_t offset);

} // namespace mrctl::request
