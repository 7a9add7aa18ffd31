#pragma once

#include <array>
#include <string_view>

namespace mrctl::spec {

// Lists words of a table: word_list("auto", "default").
template <class... Words>
[[nodiscard]] constexpr auto word_list(Words... words) {
  return std::array{std::string_view(words)...};
}

} // namespace mrctl::spec
