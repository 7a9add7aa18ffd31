#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace mrctl {

// Shared by the functions that scan JSON.

[[nodiscard]] constexpr bool is_json_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

inline constexpr std::uint64_t each_byte = 0x0101010101010101;

// Of eight bytes, marks the highest bit of those that a string of JSON cannot contain as they are
// (control characters, quotes and backslashes) and of those that are not ASCII. Bits above the
// lowest mark may be set without reason.
[[nodiscard]] constexpr std::uint64_t mark_unusual(std::uint64_t eight) {
  // A space and a quote change places: then the quote and the control characters are below 0x21.
  const auto quotes_or_control = (eight ^ (each_byte * 2)) - each_byte * 0x21;
  const auto backslashes = (eight ^ (each_byte * '\\')) - each_byte;
  return (quotes_or_control | backslashes | eight) & (each_byte * 0x80);
}

// Marks only those that are ASCII.
[[nodiscard]] constexpr std::uint64_t mark_escaped(std::uint64_t eight) {
  return mark_unusual(eight) & ~eight;
}

// Returns how many bytes come before the first one that `mark` marks.
template <class Mark>
[[nodiscard]] std::size_t count_unmarked(std::string_view text, Mark mark) {
  std::size_t count = 0;
  for (std::uint64_t eight = 0; count + sizeof eight <= text.size(); count += sizeof eight) {
    std::memcpy(&eight, text.data() + count, sizeof eight);
    const auto marks = mark(eight);
    if (marks == 0) continue;
    if constexpr (std::endian::native == std::endian::little)
      return count + static_cast<std::size_t>(std::countr_zero(marks)) / 8;
    break;
  }
  while (count < text.size() && mark(each_byte * static_cast<unsigned char>(text[count])) == 0)
    ++count;
  return count;
}

// Returns the position after the closing quote of the string whose opening quote is at `at`; the
// end of the text if it is not closed. Searching for quotes is several times faster than checking
// each character, and half of an answer is strings.
[[nodiscard]] inline std::size_t end_of_json_string(std::string_view text, std::size_t at) {
  for (auto end = text.find('"', at + 1); end != text.npos; end = text.find('"', end + 1)) {
    auto escapes = end;
    while (text[escapes - 1] == '\\')
      --escapes;
    if ((end - escapes) % 2 == 0) return end + 1;
  }
  return text.size();
}

} // namespace mrctl
