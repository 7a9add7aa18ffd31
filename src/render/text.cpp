#include "mrctl/render/text.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>

namespace mrctl::render {

namespace {

// One character, or one byte that is no part of any.
struct Character {
  std::string_view bytes;
  utf8proc_int32_t code_point = -1; // -1: not UTF-8
};

// The text must not be empty.
Character first_character(std::string_view text) {
  utf8proc_int32_t code_point = -1;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const auto length =
      utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &code_point);
  if (length <= 0) return {text.substr(0, 1), -1};
  return {text.substr(0, static_cast<std::size_t>(length)), code_point};
}

bool is_hidden(const Character& character) {
  switch (utf8proc_category(character.code_point)) {
  case UTF8PROC_CATEGORY_CC: // controls and escapes
  case UTF8PROC_CATEGORY_CF: // bidirectional and zero-width marks, tags
  case UTF8PROC_CATEGORY_ZL:
  case UTF8PROC_CATEGORY_ZP:
    return true;
  default:
    return false;
  }
}

std::string escape(const Character& character) {
  switch (character.code_point) {
  case '\n':
    return "\\n";
  case '\r':
    return "\\r";
  case '\t':
    return "\\t";
  case -1:
    return fmt::format("\\x{:02x}", static_cast<unsigned char>(character.bytes.front()));
  default:
    break;
  }
  if (character.code_point < 0x100) return fmt::format("\\x{:02x}", character.code_point);
  if (character.code_point < 0x10000) return fmt::format("\\u{:04x}", character.code_point);
  return fmt::format("\\U{:08x}", character.code_point);
}

bool is_printable_ascii(char c) {
  return c >= ' ' && c <= '~';
}

template <class Predicate>
std::string escaped_where(std::string_view text, Predicate is_escaped) {
  if (std::all_of(text.begin(), text.end(), is_printable_ascii)) return std::string(text);
  std::string out;
  out.reserve(text.size() + 16);
  while (!text.empty()) {
    const auto character = first_character(text);
    if (character.code_point < 0 || is_escaped(character))
      out += escape(character);
    else
      out += character.bytes;
    text.remove_prefix(character.bytes.size());
  }
  return out;
}

std::size_t width_of(const Character& character) {
  if (character.code_point < 0) return 1;
  return static_cast<std::size_t>(std::max(0, utf8proc_charwidth(character.code_point)));
}

} // namespace

std::string safe_text(std::string_view text) {
  return escaped_where(text, is_hidden);
}

std::string without_controls(std::string_view text, std::string_view allowed) {
  return escaped_where(text, [&](const Character& character) {
    return utf8proc_category(character.code_point) == UTF8PROC_CATEGORY_CC &&
           allowed.find(character.bytes) == std::string_view::npos;
  });
}

std::string safe_lines(std::string_view text) {
  std::string out;
  for (;;) {
    const auto end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    if (end < text.size() && line.ends_with('\r')) line.remove_suffix(1);
    out += safe_text(line);
    if (end == text.size()) return out;
    out += '\n';
    text.remove_prefix(end + 1);
  }
}

std::size_t display_width(std::string_view text) {
  if (std::all_of(text.begin(), text.end(), is_printable_ascii)) return text.size();
  std::size_t width = 0;
  while (!text.empty()) {
    const auto character = first_character(text);
    width += width_of(character);
    text.remove_prefix(character.bytes.size());
  }
  return width;
}

std::string_view leading_columns(std::string_view text, std::size_t width) {
  std::size_t taken = 0;
  std::size_t end = 0;
  while (end < text.size()) {
    const auto character = first_character(text.substr(end));
    taken += width_of(character);
    if (taken > width) break;
    end += character.bytes.size();
  }
  return text.substr(0, end);
}

std::string_view trailing_columns(std::string_view text, std::size_t width) {
  auto total = display_width(text);
  while (total > width) {
    const auto character = first_character(text);
    total -= width_of(character);
    text.remove_prefix(character.bytes.size());
  }
  return text;
}

std::string shortened(std::string_view text, std::size_t width, std::string_view ellipsis) {
  if (display_width(text) <= width) return std::string(text);
  const auto mark = leading_columns(ellipsis, width);
  std::string out(leading_columns(text, width - display_width(mark)));
  out += mark;
  return out;
}

} // namespace mrctl::render
