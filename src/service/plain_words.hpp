#pragma once

#include "mrctl/service/endpoint_columns.hpp"

#include <span>
#include <string_view>

namespace mrctl::service {

// A plain word for one column, or for the span between two.
struct PlainWord {
  std::string_view name;
  ColumnId first;
  ColumnId last;
  std::string_view ends; // of a span, in words
};

[[nodiscard]] std::span<const PlainWord> plain_words();

// Returns nothing if the name is not one of them.
[[nodiscard]] const PlainWord* find_plain_word(std::string_view name);

// Returns the word that was most likely meant, or nothing.
[[nodiscard]] const PlainWord* nearest_plain_word(std::string_view name);

} // namespace mrctl::service
