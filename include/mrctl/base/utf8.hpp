#pragma once

#include "mrctl/base/utf8_character.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl {

// A byte order mark, which some editors write before a text.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Returns the byte position of the first sequence that is not valid UTF-8, or nothing.
[[nodiscard]] std::optional<std::size_t> find_invalid_utf8(std::string_view text);

// Returns the number of code points of valid UTF-8.
[[nodiscard]] std::size_t count_characters(std::string_view text);

// Returns the text, shortened with "…" if it has more than that many bytes. For quoting user input
// of any length in messages.
[[nodiscard]] std::string abbreviated(std::string_view text, std::size_t most_bytes = 40);

} // namespace mrctl
