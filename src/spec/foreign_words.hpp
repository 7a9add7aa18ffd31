#pragma once

#include "mrctl/spec/advice.hpp"

#include <array>
#include <string_view>

namespace mrctl::spec {

// The rows of foreign_words.tsv, which cmake/tables.cmake turns into initializers.
inline constexpr std::array foreign_rows{
#include <foreign_words.inc>
};

// Returns whether the list, whose words are separated by that character, has the word.
[[nodiscard]] constexpr bool has_word(std::string_view list, char separator,
                                      std::string_view word) {
  for (auto at = list.find(word); !word.empty() && at != list.npos; at = list.find(word, at + 1)) {
    const auto end = at + word.size();
    if ((at == 0 || list[at - 1] == separator) && (end == list.size() || list[end] == separator))
      return true;
  }
  return false;
}

} // namespace mrctl::spec
