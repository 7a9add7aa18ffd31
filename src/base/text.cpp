#include "mrctl/base/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
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

struct Characters {
  unsigned first;
  unsigned last;
};

constexpr std::array spaces{Characters{0x09, 0x0D},     Characters{0x20, 0x20},
                            Characters{0x85, 0x85},     Characters{0xA0, 0xA0},
                            Characters{0x1680, 0x1680}, Characters{0x2000, 0x200A},
                            Characters{0x2028, 0x2029}, Characters{0x202F, 0x202F},
                            Characters{0x205F, 0x205F}, Characters{0x3000, 0x3000}};

// Marks that only direct or join other characters, and fillers.
constexpr std::array fillers{
    Characters{0x00, 0x20},     Characters{0x7F, 0x9F},       Characters{0xAD, 0xAD},
    Characters{0x034F, 0x034F}, Characters{0x061C, 0x061C},   Characters{0x115F, 0x1160},
    Characters{0x17B4, 0x17B5}, Characters{0x180B, 0x180F},   Characters{0x200B, 0x200F},
    Characters{0x202A, 0x202E}, Characters{0x2060, 0x206F},   Characters{0x2800, 0x2800},
    Characters{0x3164, 0x3164}, Characters{0xFE00, 0xFE0F},   Characters{0xFEFF, 0xFEFF},
    Characters{0xFFA0, 0xFFA0}, Characters{0xE0000, 0x10FFFF}};

template <class Table>
bool is_one_of(const Table& characters, unsigned code) {
  return std::ranges::any_of(
      characters, [=](const Characters& some) { return code >= some.first && code <= some.last; });
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

std::string_view beginning_of(std::string_view text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return text;
  while (most_bytes > 0 && is_continuation(text[most_bytes]))
    --most_bytes;
  return text.substr(0, most_bytes);
}

std::string abbreviated(std::string_view text, std::size_t most_bytes) {
  std::string out(beginning_of(text, most_bytes));
  return out.size() < text.size() ? out + "…" : out;
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

std::string enumerated(const std::vector<std::string>& names, std::size_t most) {
  if (names.size() < 2 || names.size() > most) return listed(names, most);
  return fmt::format("{} and {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
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

std::string visible_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto character = text.substr(0, std::max<std::size_t>(1, length_of_character(text)));
    const auto code = code_point_of(character);
    if (is_one_of(spaces, code))
      out += ' ';
    else if (!is_one_of(fillers, code))
      out += character;
    text.remove_prefix(character.size());
  }
  return std::string(trimmed(out));
}

bool has_visible_character(std::string_view text) {
  return !visible_text(text).empty();
}

std::string character_words(std::string_view text, std::size_t at) {
  while (at > 0 && is_continuation(text[at]))
    --at;
  const auto character = text.substr(at, length_of_character(text.substr(at)));
  const auto where = at == 0 ? std::string("at the beginning")
                     : at + character.size() == text.size()
                         ? std::string("at the end")
                         : fmt::format("as character {}", count_characters(text.substr(0, at)) + 1);
  return fmt::format("U+{:04X} {}", code_point_of(character), where);
}

// Backtracks to the last star only, which then matches one more character: no recursion for any
// pattern.
bool matches_glob(std::string_view text, std::string_view pattern) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t swallowed = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      swallowed = t;
    } else if (p < pattern.size() && (pattern[p] == text[t] || pattern[p] == '?')) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++swallowed;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

bool matches_any(std::string_view text, std::span<const std::string> patterns) {
  return std::ranges::any_of(
      patterns, [&](const std::string& pattern) { return matches_glob(text, pattern); });
}

std::optional<std::size_t> find_merge_conflict(std::string_view text, std::string_view markers) {
  constexpr std::size_t width = 7;
  for (std::size_t at = 0; at < text.size();) {
    const auto line = text.substr(at, text.find('\n', at) - at);
    const auto word = line.substr(0, line.find_first_of(white_space));
    // Prompts tell models to write edits as "<<<<<<< SEARCH", "=======" and ">>>>>>> REPLACE".
    const auto label = trimmed(line.substr(word.size()), white_space);
    if (word.size() == width && markers.find(word) != std::string_view::npos && label != "SEARCH" &&
        label != "REPLACE")
      return at;
    at += line.size() + 1;
  }
  return std::nullopt;
}

} // namespace mrctl
