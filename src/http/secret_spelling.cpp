#include "secret_spelling.hpp"

#include "mrctl/base/text.hpp"

#include <algorithm>
#include <array>

namespace mrctl::http {

namespace {

constexpr std::string_view base64_alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Fewer characters occur in texts by chance.
constexpr std::size_t shortest_encoding = 8;

// Returns whether the text begins with the two hexadecimal digits of the character.
bool has_digits_of(std::string_view text, char c) {
  if (text.size() < 2) return false;
  const int byte = static_cast<unsigned char>(c);
  return value_of_hex_digit(text[0]) == byte / 16 && value_of_hex_digit(text[1]) == byte % 16;
}

// Returns how many bytes "%2F" takes, or "%252F" if it was encoded again; 0 for none.
std::size_t percent_encoded(std::string_view text, char c) {
  std::size_t length = 1;
  for (text.remove_prefix(1); !has_digits_of(text, c); text.remove_prefix(2), length += 2)
    if (!text.starts_with("25")) return 0;
  return length + 2;
}

// Returns how many bytes an escaped character takes in a JSON string, which may be nested and have
// several backslashes; 0 for none.
std::size_t escaped(std::string_view text, char c) {
  const auto backslashes = std::min(text.find_first_not_of('\\'), text.size());
  const auto rest = text.substr(backslashes);
  if (rest.starts_with("u00") && has_digits_of(rest.substr(3), c)) return backslashes + 5;
  if (c == '\\') return backslashes;
  return rest.starts_with(c) ? backslashes + 1 : 0;
}

// Returns how many bytes at the beginning of the text spell the character; 0 for none.
std::size_t spelled(std::string_view text, char c) {
  if (text.empty()) return 0;
  if (text[0] == '%')
    if (const auto length = percent_encoded(text, c); length > 0) return length;
  if (text[0] == '\\') return escaped(text, c);
  return text[0] == c ? 1 : 0;
}

// Returns how many bytes at the beginning of the text spell all of it; 0 for none.
std::size_t spelled(std::string_view text, std::string_view what) {
  if (text.substr(0, what.size()) == what) return what.size();
  std::size_t at = 0;
  for (std::size_t i = 0; i < what.size(); ++i) {
    const auto length = spelled(text.substr(at), what[i]);
    if (length == 0) return 0;
    at += length;
    // A run of backslashes may stand for a shorter one, doubled at each nesting level.
    while (what[i] == '\\' && i + 1 < what.size() && what[i + 1] == '\\' && text[at - 1] == '\\')
      ++i;
  }
  return at;
}

} // namespace

std::string base64_core(std::string_view bytes) {
  std::string out;
  unsigned bits = 0;
  int count = 0;
  for (const char c : bytes) {
    bits = bits << 8U | static_cast<unsigned char>(c);
    for (count += 8; count >= 6; count -= 6)
      out += base64_alphabet[bits >> static_cast<unsigned>(count - 6) & 63U];
  }
  return out.size() < shortest_encoding ? std::string() : out;
}

Found find_spelling(std::string_view text, std::string_view what, std::size_t from) {
  if (what.empty()) return {};
  const std::array<char, 3> beginnings{what.front(), '%', '\\'};
  const std::string_view set(beginnings.data(), beginnings.size());
  for (auto at = text.find_first_of(set, from); at != std::string_view::npos;
       at = text.find_first_of(set, at + 1)) {
    if (const auto length = spelled(text.substr(at), what); length > 0) return {at, length};
    // The rest of a run of backslashes is spelled no better than the whole.
    if (text[at] == '\\') at = std::min(text.find_first_not_of('\\', at), text.size()) - 1;
  }
  return {};
}

} // namespace mrctl::http
