#include "mrctl/json/tokens.hpp"

#include "escape.hpp"
#include "scan.hpp"

#include <algorithm>
#include <array>

namespace mrctl {

namespace {

// How a character affects where a value ends.
enum class Mark : unsigned char { none, quote, opening, closing };

constexpr auto marks = [] {
  std::array<Mark, 256> table{};
  table['"'] = Mark::quote;
  table['{'] = table['['] = Mark::opening;
  table['}'] = table[']'] = Mark::closing;
  return table;
}();

// The text begins with a bracket; returns the position after the one that closes it. A table is a
// third faster here than comparisons.
std::size_t length_of_brackets(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size();)
    switch (marks[static_cast<unsigned char>(text[at])]) {
    case Mark::quote:
      at = end_of_json_string(text, at);
      break;
    case Mark::opening:
      ++depth;
      ++at;
      break;
    case Mark::closing:
      ++at;
      if (--depth == 0) return at;
      break;
    case Mark::none:
      ++at;
    }
  return text.size();
}

std::size_t length_of_word(std::string_view text) {
  const auto end = std::find_if(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == ',' || c == ']' || c == '}';
  });
  return static_cast<std::size_t>(end - text.begin());
}

std::size_t length_of_token(std::string_view text) {
  if (text.empty()) return 0;
  switch (text.front()) {
  case '"':
    return end_of_json_string(text, 0);
  case '{':
  case '}':
  case '[':
  case ']':
  case ',':
  case ':':
    return 1;
  default:
    return length_of_word(text);
  }
}

std::size_t length_of_value(std::string_view text) {
  const bool is_structured = text.starts_with('{') || text.starts_with('[');
  return is_structured ? length_of_brackets(text) : length_of_token(text);
}

} // namespace

std::string_view JsonTokens::peek() {
  if (length_ == 0) {
    front();
    length_ = length_of_token(text_.substr(at_));
  }
  return text_.substr(at_, length_);
}

std::string_view JsonTokens::next() {
  const auto token = peek();
  at_ += token.size();
  length_ = 0;
  return token;
}

std::string_view JsonTokens::next_value() {
  front();
  const auto rest = text_.substr(at_);
  const auto value = rest.substr(0, length_of_value(rest));
  at_ += value.size();
  length_ = 0;
  return value;
}

// Texts may be large, so they are copied once more only if much room is left over.
std::string json_unquoted(std::string_view token) {
  auto rest = token.substr(1, token.size() - 2);
  auto at = rest.find('\\');
  if (at == rest.npos) return std::string(rest);
  std::string out;
  out.reserve(rest.size());
  for (; at != rest.npos; at = rest.find('\\')) {
    const auto escape = read_escape(rest.substr(at));
    out += rest.substr(0, at);
    out += utf8_of(escape.character);
    rest.remove_prefix(at + escape.length);
  }
  out += rest;
  if (out.capacity() / 8 > out.size() / 7) out.shrink_to_fit();
  return out;
}

} // namespace mrctl
