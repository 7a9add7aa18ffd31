#pragma once

#include "mrctl/document/place.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace mrctl::document {

// How much of the text is to be marked for what begins at the offset, tags and anchors not
// counted: the quotes and words of its first line.

// `value` is what the scalar stands for.
[[nodiscard]] Part part_of_scalar(std::string_view text, std::size_t offset,
                                  std::string_view value);
[[nodiscard]] Part part_of_alias(std::string_view text, std::size_t offset);

// Of an array or object in brackets; others are marked at their beginning.
[[nodiscard]] Part part_of_collection(std::string_view text, std::size_t offset);

} // namespace mrctl::document
