#include "spelling.hpp"

#include "mrctl/base/text.hpp"

namespace mrctl::body {

Spelled spelled_at(std::string_view text, std::size_t at) {
  constexpr std::size_t escape_size = 6; // of "\u0041"
  constexpr char beyond_ascii = '\x7f';
  if (at >= text.size()) return {};
  if (text[at] != '\\') return {text[at], 1};
  const auto rest = text.substr(at, escape_size);
  if (rest.size() > 1 && (rest[1] == '/' || rest[1] == '"' || rest[1] == '\\')) return {rest[1], 2};
  if (rest.size() < escape_size || rest[1] != 'u') return {'\\', 1};
  int code = 0;
  for (const char digit : rest.substr(2)) {
    const auto value = value_of_hex_digit(digit);
    if (value < 0) return {'\\', 1};
    code = code * 16 + value;
  }
  return {code < beyond_ascii ? static_cast<char>(code) : beyond_ascii, escape_size};
}

std::size_t place_before(std::string_view text, std::size_t at) {
  for (const std::size_t size : {6U, 2U})
    if (at >= size && text[at - size] == '\\' && spelled_at(text, at - size).size == size)
      return at - size;
  return at - 1;
}

bool begins_word(std::string_view text, std::size_t at) {
  if (at == 0) return true;
  const auto last = place_before(text, at);
  const char previous = spelled_at(text, last).character;
  if (!is_alphanumeric(previous) && previous != '_') return true;
  return last > 0 && std::string_view("bfnrt").find(previous) != std::string_view::npos &&
         spelled_at(text, place_before(text, last)).character == '\\';
}

std::size_t end_of_spelling(std::string_view text, std::size_t begin, std::string_view what) {
  for (const char wanted : what) {
    const auto [character, size] = spelled_at(text, begin);
    if (size == 0 || character != wanted) return 0;
    begin += size;
  }
  return begin;
}

std::string without_escapes(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const auto [character, size] = spelled_at(text, at);
    out += character;
    at += size;
  }
  return out;
}

} // namespace mrctl::body
