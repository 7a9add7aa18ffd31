#include "mrctl/base/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace mrctl {

namespace {

// Returns how many ASCII characters the text begins with. It tests eight at once, because most text
// is ASCII only.
std::size_t count_ascii(std::string_view text) {
  constexpr std::uint64_t high_bits = 0x8080808080808080;
  std::size_t count = 0;
  for (std::uint64_t eight = 0; count + sizeof eight <= text.size(); count += sizeof eight) {
    std::memcpy(&eight, text.data() + count, sizeof eight);
    if ((eight & high_bits) != 0) break;
  }
  while (count < text.size() && static_cast<unsigned char>(text[count]) < 0x80)
    ++count;
  return count;
}

} // namespace

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
      std::ranges::count_if(text, [](char c) { return !is_continuation(c); }));
}

std::string abbreviated(std::string_view text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return std::string(text);
  while (most_bytes > 0 && is_continuation(text[most_bytes]))
    --most_bytes;
  return std::string(text.substr(0, most_bytes)) + "…";
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = std::min(text.find(separator), text.size());
    parts.push_back(text.substr(0, end));
    if (end == text.size()) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> lines_in(std::string_view text) {
  auto lines = split(text, '\n');
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

std::string shell_quoted(std::string_view text) {
  return fmt::format("'{}'", fmt::join(split(text, '\''), R"('\'')"));
}

std::optional<char> escaped_byte(std::string_view text) {
  if (text.size() < 3 || text[0] != '%') return std::nullopt;
  const auto high = value_of_hex_digit(text[1]);
  const auto low = value_of_hex_digit(text[2]);
  if (high < 0 || low < 0) return std::nullopt;
  return static_cast<char>(high * 16 + low);
}

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = escaped_byte(text.substr(i));
    out += byte.value_or(text[i]);
    if (byte) i += 2;
  }
  return out;
}

} // namespace mrctl
