#include "secret_spelling.hpp"

#include "mrctl/base/text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace mrctl::http {

namespace {

constexpr std::string_view standard_alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::string_view url_alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// Fewer base64 characters or hexadecimal digits occur in texts by chance.
constexpr std::size_t shortest_encoding = 8;

// Returns the complete base64 characters of the bytes if `shift` other bytes precede them.
std::string base64_core(std::string_view bytes, std::size_t shift, std::string_view alphabet) {
  constexpr std::size_t bits = 6;
  const auto bit_at = [&](std::size_t at) {
    const auto byte = static_cast<unsigned char>(bytes[at / 8 - shift]);
    return (byte >> (7U - at % 8)) & 1U;
  };
  const auto end = (bytes.size() + shift) * 8;
  std::string out;
  for (auto first = (shift * 8 + bits - 1) / bits * bits; first + bits <= end; first += bits) {
    std::size_t value = 0;
    for (std::size_t i = 0; i < bits; ++i)
      value = value << 1U | bit_at(first + i);
    out += alphabet[value];
  }
  return out;
}

std::string hexadecimal(std::string_view bytes, std::string_view digits) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += digits[byte >> 4U];
    out += digits[byte & 15U];
  }
  return out;
}

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

std::vector<std::string> encodings(std::string_view secret) {
  if (secret.empty()) return {};
  std::vector<std::string> out{std::string(secret)};
  const auto add = [&](std::string text) {
    const bool is_new = std::find(out.begin(), out.end(), text) == out.end();
    if (text.size() >= shortest_encoding && is_new) out.push_back(std::move(text));
  };
  for (const auto alphabet : {standard_alphabet, url_alphabet})
    for (std::size_t shift = 0; shift < 3; ++shift)
      add(base64_core(secret, shift, alphabet));
  add(hexadecimal(secret, "0123456789abcdef"));
  add(hexadecimal(secret, "0123456789ABCDEF"));
  return out;
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
