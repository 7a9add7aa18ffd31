#pragma once

#include "mrctl/spec/shape.hpp"

#include <string>

namespace mrctl::spec {

// Returns "a number or null": the JSON types that a shape accepts.
[[nodiscard]] std::string type_words(const Shape& shape);

// Returns "between 0 and 2", "at least 1".
[[nodiscard]] std::string bound_words(const Bounds& bounds);

// Returns "1 to 8 items", "at most 64 characters".
[[nodiscard]] std::string size_words(const Sizes& sizes, std::string_view unit);

} // namespace mrctl::spec
