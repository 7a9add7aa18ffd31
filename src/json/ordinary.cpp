#include "ordinary.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/base/utf8_character.hpp"
#include "mrctl/json/value.hpp"

#include "escape.hpp"
#include "scan.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace mrctl {

namespace {

// Scans a text by the grammar of JSON (RFC 8259). Each take function returns whether it found what
// it is named for.
class Walk {
public:
  explicit Walk(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  [[nodiscard]] std::optional<JsonOutline> take_all() {
    remove_space();
    if (!take_value(0)) return std::nullopt;
    remove_space();
    return at_ == end_ ? std::optional(std::move(outline_)) : std::nullopt;
  }

private:
  [[nodiscard]] char next() const { return at_ == end_ ? '\0' : *at_; }
  [[nodiscard]] std::string_view since(const char* begin) const { return {begin, at_}; }
  [[nodiscard]] std::string_view rest() const { return {at_, end_}; }

  void remove_space() { at_ = std::find_if_not(at_, end_, is_json_space); }

  // Answers rarely have white space, so checking one character is mostly enough.
  void skip_space() {
    if (static_cast<unsigned char>(next()) > ' ') return;
    outline_.is_compact = false;
    remove_space();
  }

  bool take(std::string_view word) {
    if (!rest().starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  bool take(char c) {
    if (at_ == end_ || *at_ != c) return false;
    ++at_;
    return true;
  }

  bool take_mark(char mark) {
    skip_space();
    return take(mark);
  }

  bool take_value(int depth) {
    skip_space();
    switch (next()) {
    case '{':
      return depth < deepest_json && take_list('}', [&] { return take_member(depth + 1); });
    case '[':
      return depth < deepest_json && take_list(']', [&] { return take_value(depth + 1); });
    case '"':
      return take_string();
    case 't':
      return take("true");
    case 'f':
      return take("false");
    case 'n':
      return take("null");
    default:
      return take_number();
    }
  }

  template <class TakeItem>
  bool take_list(char closing, TakeItem take_item) {
    ++at_;
    if (take_mark(closing)) return true;
    do
      if (!take_item()) return false;
    while (take_mark(','));
    return take_mark(closing);
  }

  bool take_member(int depth) {
    skip_space();
    const auto* begin = at_;
    if (!take_string()) return false;
    const auto key = since(begin);
    if (!take_mark(':')) return false;
    skip_space();
    begin = at_;
    if (!take_value(depth)) return false;
    if (depth == 1) outline_.members.push_back({key.substr(1, key.size() - 2), since(begin)});
    return true;
  }

  bool take_string() {
    if (!take('"')) return false;
    for (;;) {
      at_ += count_unmarked(rest(), mark_unusual);
      const char c = next();
      if (c == '"') break;
      if (c == '\\' ? !take_escape() : !take_character()) return false;
    }
    ++at_;
    return true;
  }

  bool take_escape() {
    const auto length = read_escape(rest()).length;
    at_ += length;
    return length > 0;
  }

  // Takes a character that is not ASCII.
  bool take_character() {
    if (static_cast<unsigned char>(next()) < 0x80) return false;
    const auto length = length_of_character(rest());
    at_ += length;
    return length > 0;
  }

  // Numbers that a double may not be able to hold are left to the parser.
  bool take_number() {
    constexpr std::size_t most_digits = 200;
    constexpr std::size_t most_digits_of_exponent = 2;
    take('-');
    const bool begins_with_zero = next() == '0';
    const auto digits = take_digits();
    if (digits == 0 || digits > most_digits || (begins_with_zero && digits > 1)) return false;
    if (take('.') && take_digits() == 0) return false;
    if (!take('e') && !take('E')) return true;
    if (!take('-')) take('+');
    const auto exponent = take_digits();
    return exponent > 0 && exponent <= most_digits_of_exponent;
  }

  std::size_t take_digits() {
    const auto* begin = at_;
    at_ = std::find_if_not(at_, end_, [](char c) { return is_digit(c); });
    return since(begin).size();
  }

  const char* at_;
  const char* end_;
  JsonOutline outline_{{}, true};
};

} // namespace

std::optional<JsonOutline> outline_ordinary_json(std::string_view text) {
  return Walk(text).take_all();
}

} // namespace mrctl
