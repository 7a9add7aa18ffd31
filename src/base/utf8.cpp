#include "mrctl/base/utf8.hpp"

#include "mrctl/base/utf8_character.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace mrctl {

namespace {

bool is_ascii(char byte) {
  return static_cast<unsigned char>(byte) < 0x80;
}

// Returns how many ASCII characters the text begins with. It tests eight at once, because most text
// is ASCII only.
std::size_t count_ascii(std::string_view text) {
  constexpr std::uint64_t high_bits = 0x8080808080808080;
  std::size_t count = 0;
  for (std::uint64_t eight = 0; count + sizeof eight <= text.size(); count += sizeof eight) {
    std::memcpy(&eight, text.data() + count, sizeof eight);
    if ((eight & high_bits) != 0) break;
  }
  while (count < text.size() && is_ascii(text[count]))
    ++count;
  return count;
}

} // namespace

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

std::size_t length_of_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  const auto tail = text.substr(1, length - 1);
  if (!std::all_of(tail.begin(), tail.end(), is_continuation)) return 0;
  const auto second = static_cast<unsigned char>(text[1]);
  const bool is_overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool is_beyond = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
  return is_overlong || is_beyond ? 0 : length;
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
  for (std::size_t at = count_ascii(text); at < text.size();) {
    const auto length = length_of_character(text.substr(at, 4));
    if (length == 0) return at;
    at += length;
    at += count_ascii(text.substr(at));
  }
  return std::nullopt;
}

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

std::string abbreviated(std::string_view text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return std::string(text);
  while (most_bytes > 0 && is_continuation(text[most_bytes]))
    --most_bytes;
  return std::string(text.substr(0, most_bytes)) + "…";
}

} // namespace mrctl
