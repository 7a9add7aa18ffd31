#include "ordinary.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/tokens.hpp"
#include "mrctl/json/value.hpp"

#include "escape.hpp"
#include "scan.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace mrctl {

namespace {

// Scans a text by the grammar of JSON (RFC 8259), and tells a listener what it finds. Each take
// function returns whether it found what it is named for.
template <class Listener>
class OutlineScanner {
public:
  OutlineScanner(std::string_view text, Listener& listener)
      : at_(text.data()), end_(text.data() + text.size()), listener_(listener) {}

  [[nodiscard]] bool take_all() {
    remove_space();
    if (!take_value(0)) return false;
    remove_space();
    return at_ == end_;
  }

private:
  [[nodiscard]] char next() const { return at_ == end_ ? '\0' : *at_; }
  [[nodiscard]] std::string_view since(const char* begin) const { return {begin, at_}; }
  [[nodiscard]] std::string_view rest() const { return {at_, end_}; }

  void remove_space() { at_ = std::find_if_not(at_, end_, is_json_space); }

  // Answers rarely have white space, so checking one character is mostly enough.
  void skip_space() {
    if (static_cast<unsigned char>(next()) > ' ') return;
    listener_.skip_space();
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
      return depth < deepest_json && take_object(depth + 1);
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

  bool take_object(int depth) {
    listener_.open_object();
    return take_list('}', [&] { return take_member(depth); }) && listener_.close_object();
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
    if (!listener_.take_key(key) || !take_mark(':')) return false;
    skip_space();
    begin = at_;
    if (!take_value(depth)) return false;
    if (depth == 1) listener_.take_member(key, since(begin));
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

  // Few are longer than a backslash and a letter.
  bool take_escape() {
    if (end_ - at_ >= 2 && meaning_of_letter(at_[1]) != 0) {
      at_ += 2;
      return true;
    }
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

  bool take_number() {
    const auto* begin = at_;
    take('-');
    const bool begins_with_zero = next() == '0';
    const auto digits = take_digits();
    if (digits == 0 || (begins_with_zero && digits > 1)) return false;
    if (take('.') && take_digits() == 0) return false;
    const bool has_exponent = take('e') || take('E');
    if (has_exponent && !take('-')) take('+');
    if (has_exponent && take_digits() == 0) return false;
    return listener_.take_number(since(begin));
  }

  std::size_t take_digits() {
    const auto* begin = at_;
    at_ = std::find_if_not(at_, end_, [](char c) { return is_digit(c); });
    return since(begin).size();
  }

  const char* at_;
  const char* end_;
  Listener& listener_;
};

// Collects the members of the outermost object.
struct Outliner {
  JsonOutline outline{{}, true};

  void skip_space() { outline.is_compact = false; }
  void open_object() {}
  bool take_key(std::string_view /*token*/) { return true; }
  void take_member(std::string_view key, std::string_view value) {
    outline.members.push_back({key.substr(1, key.size() - 2), value});
  }
  bool close_object() { return true; }
  bool take_number(std::string_view /*token*/) { return true; }
};

// Refuses what parse_json() refuses when it reads strictly.
class StrictReader {
public:
  void skip_space() {}
  void open_object() { opened_.push_back({keys_.size(), unescaped_.size()}); }

  bool take_key(std::string_view token) {
    const auto key = token.substr(1, token.size() - 2);
    const bool is_plain = key.find('\\') == std::string_view::npos;
    keys_.push_back(is_plain ? key : unescaped_.emplace_back(json_unquoted(token)));
    return keys_.size() - opened_.back().keys <= most_members;
  }

  void take_member(std::string_view /*key*/, std::string_view /*value*/) {}

  bool close_object() {
    const auto before = opened_.back();
    opened_.pop_back();
    const auto begin = keys_.begin() + static_cast<std::ptrdiff_t>(before.keys);
    std::sort(begin, keys_.end());
    const bool is_unique = std::adjacent_find(begin, keys_.end()) == keys_.end();
    keys_.resize(before.keys);
    unescaped_.resize(before.unescaped);
    return is_unique;
  }

  static bool take_number(std::string_view token) { return is_plain_enough(token); }

private:
  // How many there were when an object was opened.
  struct Counts {
    std::size_t keys = 0;
    std::size_t unescaped = 0;
  };

  std::vector<Counts> opened_;
  std::vector<std::string_view> keys_; // of the objects that are open
  std::deque<std::string> unescaped_;  // those of them that had escapes
};

} // namespace

std::optional<JsonOutline> outline_json(std::string_view text) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return outline_ordinary_json(text);
}

std::optional<JsonOutline> outline_ordinary_json(std::string_view text) {
  Outliner outliner;
  if (!OutlineScanner(text, outliner).take_all()) return std::nullopt;
  return std::move(outliner.outline);
}

bool is_plain_enough(std::string_view number) {
  constexpr std::size_t surely = 100;
  return (number.size() <= surely && number.find_first_of("eE") == std::string_view::npos) ||
         plain_number(number).has_value();
}

bool is_ordinary_json(std::string_view text) {
  StrictReader reader;
  return OutlineScanner(text, reader).take_all();
}

} // namespace mrctl
