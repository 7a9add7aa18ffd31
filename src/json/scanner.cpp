#include "scanner.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

namespace mrctl {

namespace {

constexpr auto meanings_of_letters = [] {
  constexpr std::string_view letters = "\"\\/bfnrt";
  constexpr std::string_view characters = "\"\\/\b\f\n\r\t";
  std::array<unsigned char, 256> table{};
  for (std::size_t i = 0; i < letters.size(); ++i)
    table[static_cast<unsigned char>(letters[i])] = static_cast<unsigned char>(characters[i]);
  return table;
}();

// Returns what a letter behind a backslash means, or 0.
constexpr unsigned char meaning_of_letter(char letter) {
  return meanings_of_letters[static_cast<unsigned char>(letter)];
}

// Returns whether a number of JSON has at most 1,000 digits when written without an exponent.
bool is_plain_enough(std::string_view number) {
  constexpr std::size_t surely = 100;
  return (number.size() <= surely && number.find_first_of("eE") == std::string_view::npos) ||
         plain_number(number).has_value();
}

// An escape sequence in a string of JSON: how many bytes it takes, and the character it means.
struct JsonEscape {
  std::size_t length = 0; // 0: it is not one
  char32_t character = 0;
};

constexpr std::size_t length_of_code = 6; // "\uXXXX"

// The two halves of a surrogate pair begin at these codes.
constexpr unsigned first_half = 0xD800;
constexpr unsigned second_half = 0xDC00;

// Returns what "\uXXXX" stands for where that begins the text.
std::optional<unsigned> read_json_code(std::string_view text) {
  if (!text.starts_with("\\u") || text.size() < length_of_code) return std::nullopt;
  unsigned code = 0;
  const auto* last = text.data() + length_of_code;
  const auto [end, error] = std::from_chars(text.data() + 2, last, code, 16);
  if (error != std::errc{} || end != last) return std::nullopt;
  return code;
}

JsonEscape escape_of_code(std::string_view text) {
  constexpr unsigned half = ~0x3FFU;
  const auto code = read_json_code(text);
  if (!code || (*code & half) == second_half) return {};
  if ((*code & half) != first_half) return {length_of_code, *code};
  const auto other = read_json_code(text.substr(length_of_code));
  if (!other || (*other & half) != second_half) return {};
  return {2 * length_of_code, 0x10000 + ((*code & 0x3FFU) << 10U | (*other & 0x3FFU))};
}

// Reads the escape sequence that begins a text, both halves of a surrogate pair.
JsonEscape read_escape(std::string_view text) {
  if (text.size() < 2 || text[0] != '\\') return {};
  if (text[1] == 'u') return escape_of_code(text);
  const auto meaning = meaning_of_letter(text[1]);
  return meaning == 0 ? JsonEscape{} : JsonEscape{2, meaning};
}

std::string utf8_of(char32_t character) {
  const auto byte = [](char32_t bits) {
    return static_cast<char>(static_cast<unsigned char>(bits));
  };
  const auto continuation = [&](unsigned shift) {
    return byte(0x80U | (character >> shift & 0x3FU));
  };
  if (character < 0x80) return {byte(character)};
  if (character < 0x800) return {byte(0xC0U | character >> 6U), continuation(0)};
  if (character < 0x10000)
    return {byte(0xE0U | character >> 12U), continuation(6), continuation(0)};
  return {byte(0xF0U | character >> 18U), continuation(12), continuation(6), continuation(0)};
}

} // namespace

bool JsonScanner::take_value() {
  if (rest().starts_with(byte_order_mark)) at_ += byte_order_mark.size();
  skip_space();
  is_compact_ = true;
  return take_item(Awaited::value);
}

bool JsonScanner::take_end() {
  at_ = std::find_if_not(at_, end_, is_json_space);
  return at_ == end_ || stop(Awaited::end);
}

// Each take function returns whether it found what it is named for, or else stops.
bool JsonScanner::take_item(Awaited awaited) {
  switch (next()) {
  case '{':
    return take_items('}', Awaited::key_or_end, Awaited::key);
  case '[':
    return take_items(']', Awaited::item_or_end, Awaited::item);
  case '"':
    return take_text(awaited);
  case 't':
    return take_word("true", awaited);
  case 'f':
    return take_word("false", awaited);
  case 'n':
    return take_word("null", awaited);
  default:
    return take_number(awaited);
  }
}

bool JsonScanner::take_items(char closing, Awaited awaited, Awaited next_awaited) {
  if (!open()) return false;
  if (take_mark(closing)) return close();
  for (;; awaited = next_awaited) {
    if (closing == '}' ? !take_member(awaited) : !take_item(awaited)) return false;
    ++extents_[levels_.back().extent].size;
    if (!take_mark(',')) break;
    skip_space();
  }
  return take_mark(closing) ? close() : stop(Awaited::comma_or_end);
}

bool JsonScanner::take_member(Awaited awaited) {
  const auto* begin = levels_.back().key = at_;
  if (!take_string(awaited)) return false;
  if (reading_ == Reading::strict && !note_key(begin)) return false;
  if (!take_mark(':')) return stop(Awaited::colon);
  skip_space();
  return take_item(Awaited::value);
}

// Takes the mark behind white space, and the white space even if no mark follows.
bool JsonScanner::take_mark(char mark) {
  skip_space();
  if (at_ == end_ || *at_ != mark) return false;
  ++at_;
  return true;
}

bool JsonScanner::open() {
  if (levels_.size() == static_cast<std::size_t>(deepest_json)) return stop(Awaited::less_depth);
  if (extents_.size() >= most_extents) return stop(Awaited::fewer_values);
  levels_.push_back({at_, extents_.size(), keys_.size()});
  extents_.emplace_back();
  ++at_;
  skip_space();
  return true;
}

bool JsonScanner::close() {
  const auto& level = levels_.back();
  auto& extent = extents_[level.extent];
  extent.length = static_cast<std::size_t>(at_ - level.begin);
  extent.count = static_cast<std::uint32_t>(extents_.size() - level.extent);
  if (keys_.size() > level.keys) {
    if (find_duplicate(levels_.size() - 1)) return stop(Awaited::unique_keys);
    keys_.resize(level.keys);
    if (keys_.empty()) unescaped_.clear();
  }
  levels_.pop_back();
  return true;
}

// Finds the first member of an open object that has the name of one before it.
std::optional<JsonScanner::Duplicate> JsonScanner::find_duplicate(std::size_t level) {
  const auto end = level + 1 < levels_.size() ? levels_[level + 1].keys : keys_.size();
  const std::span keys(keys_.data() + levels_[level].keys, end - levels_[level].keys);
  std::ranges::sort(keys, [](const Key& one, const Key& other) {
    return std::pair(one.name, one.offset) < std::pair(other.name, other.offset);
  });
  std::optional<Duplicate> found;
  for (std::size_t i = 1; i < keys.size(); ++i)
    if (keys[i].name == keys[i - 1].name && (!found || keys[i].offset < found->second.offset))
      found = Duplicate{keys[i - 1], keys[i], level};
  return found;
}

bool JsonScanner::note_key(const char* begin) {
  const std::string_view token(begin, at_);
  const auto inside = token.substr(1, token.size() - 2);
  const bool is_plain = inside.find('\\') == std::string_view::npos;
  keys_.push_back(
      {is_plain ? inside : unescaped_.emplace_back(json_unquoted(token)), offset_of(begin)});
  const bool is_one_too_many = keys_.size() - levels_.back().keys > most_members;
  return !is_one_too_many || stop(Awaited::fewer_members, begin);
}

bool JsonScanner::take_string(Awaited awaited) {
  if (next() != '"') return stop(awaited);
  const auto* begin = at_++;
  for (;;) {
    at_ += count_unmarked(rest(), mark_unusual);
    const char c = next();
    if (c == '"') break;
    if (c == '\\' ? !take_escape() : !take_character())
      return stop(c == '\\' ? Awaited::escape : Awaited::character, begin);
  }
  ++at_;
  return true;
}

// Takes a string that is a value.
bool JsonScanner::take_text(Awaited awaited) {
  const auto* begin = at_;
  if (!take_string(awaited)) return false;
  const auto length = static_cast<std::size_t>(at_ - begin);
  if (length <= longest_short_string) return true;
  if (extents_.size() >= most_extents) return stop(Awaited::fewer_values, begin);
  extents_.push_back({.length = length, .count = 1});
  return true;
}

// Takes an escape sequence. Most are two bytes, which are read without the rest.
bool JsonScanner::take_escape() {
  if (end_ - at_ >= 2 && meaning_of_letter(at_[1]) != 0) {
    at_ += 2;
    return true;
  }
  const auto length = read_escape(rest()).length;
  at_ += length;
  return length > 0;
}

// Takes a character that is not ASCII.
bool JsonScanner::take_character() {
  if (static_cast<unsigned char>(next()) < 0x80) return false;
  const auto length = length_of_character(rest());
  at_ += length;
  return length > 0;
}

bool JsonScanner::take_word(std::string_view word, Awaited awaited) {
  if (!rest().starts_with(word)) return stop(awaited);
  at_ += word.size();
  return true;
}

bool JsonScanner::take_number(Awaited awaited) {
  const auto* begin = at_;
  const auto take = [&](char c) {
    const bool is_there = next() == c;
    at_ += is_there ? 1 : 0;
    return is_there;
  };
  take('-');
  const bool begins_with_zero = next() == '0';
  const auto digits = take_digits();
  bool is_number = digits > 0 && !(begins_with_zero && digits > 1);
  if (is_number && take('.')) is_number = take_digits() > 0;
  const bool has_exponent = is_number && (take('e') || take('E'));
  if (has_exponent && !take('-')) take('+');
  if (has_exponent) is_number = take_digits() > 0;
  if (is_number && (reading_ == Reading::tolerant || is_plain_enough({begin, at_}))) return true;
  at_ = begin;
  return stop(is_number ? Awaited::fewer_digits : awaited);
}

std::size_t JsonScanner::take_digits() {
  const auto* begin = at_;
  while (at_ != end_ && is_digit(*at_))
    ++at_;
  return static_cast<std::size_t>(at_ - begin);
}

bool JsonScanner::stop(Awaited awaited, const char* token) {
  awaited_ = awaited;
  token_ = token;
  return false;
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
