#include "words.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace mrctl {

namespace {

constexpr std::size_t longest_description = 24;
constexpr std::string_view digits = "0123456789";

bool is_word_character(char c) {
  return is_alphanumeric(c) || c == '_' || c == '$' || c == '.' || c == '+' || c == '-';
}

// Returns nothing if the text does not begin with a character of valid UTF-8.
std::string_view leading_character(std::string_view text) {
  constexpr std::size_t longest = 4;
  for (std::size_t size = 1; size <= longest; ++size)
    if (!find_invalid_utf8(text.substr(0, size))) return text.substr(0, size);
  return {};
}

// The character must be valid UTF-8.
unsigned code_point_of(std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  if (character.size() == 1) return first;
  unsigned code = first & (0x7FU >> character.size());
  for (const char c : character.substr(1))
    code = (code << 6U) | (static_cast<unsigned char>(c) & 0x3FU);
  return code;
}

// `text` begins with the quote.
std::string quoted(std::string_view text) {
  std::size_t end = 1;
  while (end < text.size() && text[end] != '"' && text[end] != '\n')
    end += text[end] == '\\' ? 2U : 1U;
  return abbreviated(text.substr(0, end + 1), longest_description);
}

std::size_t count_digits(std::string_view text) {
  return std::min(text.find_first_not_of(digits), text.size());
}

// Takes digits off the front and returns whether there were any.
bool take_digits(std::string_view& text) {
  const auto count = count_digits(text);
  text.remove_prefix(count);
  return count > 0;
}

} // namespace

std::string describe_json_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return "the end of the text";
  const auto rest = text.substr(at);
  if (rest.front() == '"') return quoted(rest);
  if (const auto word = json_word_at(text, at); !word.empty())
    return fmt::format("'{}'", abbreviated(word, longest_description));
  const auto character = leading_character(rest);
  if (character.empty())
    return fmt::format("the byte 0x{:02X}", static_cast<unsigned char>(rest.front()));
  const auto code = code_point_of(character);
  if (code < 0x20 || code == 0x7F) return fmt::format("U+{:04X}", code);
  if (code < 0x80) return fmt::format("'{}'", character);
  return fmt::format("'{}' (U+{:04X})", character, code);
}

std::string_view json_word_at(std::string_view text, std::size_t at) {
  const auto rest = text.substr(at);
  const auto end = std::find_if_not(rest.begin(), rest.end(), is_word_character);
  return rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
}

bool begins_with_foreign_quote(std::string_view text) {
  constexpr std::array<std::string_view, 6> quotes{"'", "`", "“", "”", "‘", "’"};
  return std::any_of(quotes.begin(), quotes.end(),
                     [&](std::string_view quote) { return text.starts_with(quote); });
}

std::optional<unsigned> read_json_escape(std::string_view text) {
  constexpr std::size_t length = 6;
  if (!text.starts_with("\\u") || text.size() < length) return std::nullopt;
  unsigned code = 0;
  const auto* last = text.data() + length;
  const auto [end, error] = std::from_chars(text.data() + 2, last, code, 16);
  if (error != std::errc{} || end != last) return std::nullopt;
  return code;
}

bool is_json_number(std::string_view word) {
  if (word.starts_with('-')) word.remove_prefix(1);
  const bool has_leading_zero = word.starts_with('0') && count_digits(word) > 1;
  if (has_leading_zero || !take_digits(word)) return false;
  if (word.starts_with('.')) {
    word.remove_prefix(1);
    if (!take_digits(word)) return false;
  }
  if (!word.starts_with('e') && !word.starts_with('E')) return word.empty();
  word.remove_prefix(1);
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  return take_digits(word) && word.empty();
}

std::string mended_number(std::string_view word) {
  std::string sign;
  if (word.starts_with('-')) sign = "-";
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  while (word.size() > 1 && word[0] == '0' && digits.find(word[1]) != std::string_view::npos)
    word.remove_prefix(1);
  auto number = sign + (word.starts_with('.') ? "0" : "") + std::string(word);
  if (number.ends_with('.')) number += '0';
  return is_json_number(number) ? number : std::string();
}

bool is_no_finite_number(std::string_view word) {
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  const auto lower = lower_case(word);
  return lower == "nan" || lower == "infinity" || lower == "inf";
}

std::string_view mended_word(std::string_view word) {
  const auto lower = lower_case(word);
  if (lower == "none" || lower == "nil" || lower == "undefined") return "null";
  const std::vector<std::string_view> values{"true", "false", "null"};
  return nearest_word(lower, values);
}

} // namespace mrctl
