#pragma once

#include "mrctl/json/value.hpp"
#include "mrctl/json/view.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl {

[[nodiscard]] constexpr bool is_json_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

inline constexpr std::uint64_t each_byte = 0x0101010101010101;

// Marks the highest bit of each of eight bytes that a string of JSON cannot contain as it is (a
// control character, a quote, a backslash) or that is not ASCII. Bits above the lowest mark may be
// set without reason.
[[nodiscard]] constexpr std::uint64_t mark_unusual(std::uint64_t eight) {
  // A space and a quote change places: then the quote and the control characters are below 0x21.
  const auto quotes_or_control = (eight ^ (each_byte * 2)) - each_byte * 0x21;
  const auto backslashes = (eight ^ (each_byte * '\\')) - each_byte;
  return (quotes_or_control | backslashes | eight) & (each_byte * 0x80);
}

// Marks the same bytes, but for those that are not ASCII.
[[nodiscard]] constexpr std::uint64_t mark_escaped(std::uint64_t eight) {
  return mark_unusual(eight) & ~eight;
}

// Returns how many bytes come before the first one that `mark` marks.
template <class Mark>
[[nodiscard]] std::size_t count_unmarked(std::string_view text, Mark mark) {
  std::size_t count = 0;
  for (std::uint64_t eight = 0; count + sizeof eight <= text.size(); count += sizeof eight) {
    std::memcpy(&eight, text.data() + count, sizeof eight);
    const auto marks = mark(eight);
    if (marks == 0) continue;
    if constexpr (std::endian::native == std::endian::little)
      return count + static_cast<std::size_t>(std::countr_zero(marks)) / 8;
    break;
  }
  while (count < text.size() && mark(each_byte * static_cast<unsigned char>(text[count])) == 0)
    ++count;
  return count;
}

// Returns the position after the closing quote of the string whose opening quote is at `at`. The
// text must be valid, but may end inside the string: then returns npos. Searching for quotes is
// several times faster than checking each character, and half of an answer is strings.
[[nodiscard]] inline std::size_t find_end_of_json_string(std::string_view text, std::size_t at) {
  for (auto end = text.find('"', at + 1); end != text.npos; end = text.find('"', end + 1)) {
    auto escapes = end;
    while (text[escapes - 1] == '\\')
      --escapes;
    if ((end - escapes) % 2 == 0) return end + 1;
  }
  return text.npos;
}

// Returns that position, or the end of the text if the string does not end in it.
[[nodiscard]] inline std::size_t end_of_json_string(std::string_view text, std::size_t at) {
  return std::min(find_end_of_json_string(text, at), text.size());
}

// A string that is longer, in bytes with its quotes, has an extent, so that a view that passes over
// it need not read it again.
inline constexpr std::size_t longest_short_string = 256;

// More objects, arrays and long strings are refused, so that the index cannot outgrow memory.
inline constexpr std::size_t most_extents = 8'000'000;

// What the scanner was looking for where it stopped.
enum class Awaited {
  value,
  item_or_end,
  item,
  key_or_end,
  key,
  colon,
  comma_or_end,
  end,        // of the text
  character,  // of a string: valid UTF-8, and no control character
  escape,     // after a backslash
  less_depth, // at the bracket that is too deep
  fewer_members,
  fewer_values,
  fewer_digits,
  unique_keys, // at the end of an object
};

// Reads a text by the grammar of JSON (RFC 8259), makes its index in the same pass, and stops at
// the first fault. A member that comes twice is found when its object ends, or by fault().
class JsonScanner {
public:
  JsonScanner(std::string_view text, Reading reading)
      : text_(text), at_(text.data()), end_(at_ + text.size()), reading_(reading) {}

  // Reads one value after white space and a byte order mark. Returns whether there is one.
  [[nodiscard]] bool take_value();
  // Returns whether nothing but white space follows.
  [[nodiscard]] bool take_end();

  // Valid after take_value() has returned true.
  [[nodiscard]] std::vector<JsonExtent> take_extents() { return std::move(extents_); }
  [[nodiscard]] bool is_compact() const { return is_compact_; }
  [[nodiscard]] std::size_t offset() const { return offset_of(at_); }

  // Makes the fault where the scanner has stopped, in words for people.
  [[nodiscard]] JsonFault fault();

private:
  // An object or array that is not complete.
  struct Level {
    const char* begin;
    std::size_t extent;        // its number
    std::size_t keys;          // that were known before
    const char* key = nullptr; // of the current member
  };
  struct Key {
    std::string_view name; // without escapes
    std::size_t offset;
  };
  struct Duplicate {
    Key first;
    Key second;
    std::size_t level;
  };

  bool take_item(Awaited awaited);
  bool take_items(char closing, Awaited awaited, Awaited next_awaited);
  bool take_member(Awaited awaited);
  bool take_string(Awaited awaited);
  bool take_text(Awaited awaited);
  bool take_escape();
  bool take_character();
  bool take_word(std::string_view word, Awaited awaited);
  bool take_number(Awaited awaited);
  std::size_t take_digits();
  bool take_mark(char mark);
  bool open();
  bool close();
  bool note_key(const char* begin);
  bool stop(Awaited awaited, const char* token);
  bool stop(Awaited awaited) { return stop(awaited, at_); }

  [[nodiscard]] char next() const { return at_ == end_ ? '\0' : *at_; }
  [[nodiscard]] std::string_view rest() const { return {at_, end_}; }
  [[nodiscard]] std::size_t offset_of(const char* at) const {
    return static_cast<std::size_t>(at - text_.data());
  }
  // Answers rarely have white space, so checking one character is mostly enough.
  void skip_space() {
    if (static_cast<unsigned char>(next()) > ' ') return;
    while (at_ != end_ && is_json_space(*at_)) {
      is_compact_ = false;
      ++at_;
    }
  }

  [[nodiscard]] std::optional<Duplicate> find_duplicate(std::size_t level);
  [[nodiscard]] std::string path(std::size_t levels) const;
  [[nodiscard]] std::optional<JsonFault> fault_of_duplicate();
  [[nodiscard]] JsonFault fault_at_token() const;
  [[nodiscard]] JsonFault fault_of_open_value(std::size_t offset, const std::string& message) const;
  [[nodiscard]] JsonFault fault_of_character() const;
  [[nodiscard]] JsonFault fault_of_separator() const;
  [[nodiscard]] bool is_in_object() const { return *levels_.back().begin == '{'; }
  [[nodiscard]] char closing() const { return is_in_object() ? '}' : ']'; }

  std::string_view text_;
  const char* at_;
  const char* end_;
  Reading reading_;
  bool is_compact_ = true;
  Awaited awaited_ = Awaited::value;
  const char* token_ = nullptr; // where it stopped, or the string in which it did
  std::vector<JsonExtent> extents_;
  std::vector<Level> levels_;
  std::vector<Key> keys_;             // of the objects that are open, when reading strictly
  std::deque<std::string> unescaped_; // keys that have escapes
};

} // namespace mrctl
