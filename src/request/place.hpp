#pragma once

#include "mrctl/request/document.hpp"

#include <cstddef>
#include <string_view>

namespace mrctl::request {

// Some editors begin a file with it; no one sees it, so it counts for no column.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Returns the place of a byte of the document.
[[nodiscard]] Place place_at(const Document& document, std::size_t offset);

// Returns the place of a byte given by its line (from 0) and its byte in the line (from 0), behind
// a byte order mark.
[[nodiscard]] Place place_at_line(const Document& document, std::size_t line, std::size_t byte);

} // namespace mrctl::request
