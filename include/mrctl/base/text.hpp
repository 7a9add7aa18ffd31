#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace mrctl {

// Characters of ASCII, independent of the locale.

[[nodiscard]] constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

[[nodiscard]] constexpr bool is_upper_case(char c) {
  return c >= 'A' && c <= 'Z';
}

[[nodiscard]] constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || is_upper_case(c);
}

[[nodiscard]] constexpr bool is_alphanumeric(char c) {
  return is_letter(c) || is_digit(c);
}

// Returns whether a character is a letter, a digit or one of these marks.
[[nodiscard]] constexpr bool is_alphanumeric(char c, std::string_view marks) {
  return is_alphanumeric(c) || marks.find(c) != std::string_view::npos;
}

// Returns whether each character of a text is a letter, a digit or one of these marks.
[[nodiscard]] constexpr bool is_alphanumeric(std::string_view text, std::string_view marks) {
  return std::all_of(text.begin(), text.end(), [&](char c) { return is_alphanumeric(c, marks); });
}

// Returns whether a character of ASCII can be seen: no space, and nothing that controls.
[[nodiscard]] constexpr bool is_visible_ascii(char c) {
  return c > ' ' && c <= '~';
}

[[nodiscard]] constexpr char lower_case(char c) {
  return is_upper_case(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

[[nodiscard]] constexpr char upper_case(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

[[nodiscard]] inline std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    c = lower_case(c);
  return out;
}

[[nodiscard]] inline std::string upper_case(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    c = upper_case(c);
  return out;
}

[[nodiscard]] inline bool equal_ignoring_case(std::string_view one, std::string_view other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](char a, char b) { return lower_case(a) == lower_case(b); });
}

// White space inside a line.
inline constexpr std::string_view blanks = " \t";

// What JSON, YAML and HTTP count as white space.
inline constexpr std::string_view white_space = " \t\r\n";

// What C counts as white space.
inline constexpr std::string_view any_white_space = " \t\r\n\f\v";

// Returns the text without these characters at its ends.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text,
                                                 std::string_view characters = white_space) {
  const auto begin = text.find_first_not_of(characters);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(characters) + 1 - begin);
}

// Returns what follows the last of these characters; the whole text if it has none.
[[nodiscard]] constexpr std::string_view after_last(std::string_view text,
                                                    std::string_view characters) {
  const auto last = text.find_last_of(characters);
  return last == std::string_view::npos ? text : text.substr(last + 1);
}

// Returns the parts between the separators: one more than there are of these.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

// Returns the lines of a text; a line break at its end does not start another one.
[[nodiscard]] std::vector<std::string_view> lines_in(std::string_view text);

// Returns whether the text is enclosed in single or double quotes.
[[nodiscard]] constexpr bool is_quoted(std::string_view text) {
  return text.size() > 1 && (text.front() == '"' || text.front() == '\'') &&
         text.back() == text.front();
}

// Returns "a, b and 3 more".
template <class Names>
[[nodiscard]] std::string listed(const Names& names, std::size_t most,
                                 std::string_view separator = ", ") {
  std::string out;
  std::size_t count = 0;
  for (const auto& name : names)
    if (++count <= most) out.append(count == 1 ? "" : separator).append(name);
  return count <= most ? out : out + " and " + std::to_string(count - most) + " more";
}

// Returns "a, b and c", or "a, b and 3 more".
[[nodiscard]] std::string enumerated(const std::vector<std::string>& names, std::size_t most);

// Returns the number that the whole text is in decimal digits, with a minus if the type has one;
// nothing if it is none, or beyond the type.
template <class Number>
[[nodiscard]] std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const auto* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
}

// Returns the text in single quotes for a POSIX shell.
[[nodiscard]] std::string shell_quoted(std::string_view text);

// Returns whether the byte is inside a multi-byte character, not at its beginning.
[[nodiscard]] constexpr bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// Returns how many bytes the first character of a text takes, or 0 if it is not valid UTF-8: cut
// off, too long a form, a surrogate, or beyond U+10FFFF (RFC 3629). The text must not be empty.
[[nodiscard]] constexpr std::size_t length_of_character(std::string_view text) {
  const auto continues = [&](std::size_t at) {
    return at < text.size() && is_continuation(text[at]);
  };
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4 || !continues(1)) return 0;
  if (first < 0xE0) return 2;
  const auto second = static_cast<unsigned char>(text[1]);
  const bool is_overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool is_beyond = (first == 0xED && second > 0x9F) || (first == 0xF4 && second > 0x8F);
  if (is_overlong || is_beyond || !continues(2)) return 0;
  if (first < 0xF0) return 3;
  return continues(3) ? 4 : 0;
}

// A byte order mark, which some editors write before a text.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

// Returns the byte position of the first sequence that is not valid UTF-8, or nothing.
[[nodiscard]] std::optional<std::size_t> find_invalid_utf8(std::string_view text);

// Returns the number of code points of valid UTF-8.
[[nodiscard]] std::size_t count_characters(std::string_view text);

// Returns the beginning of a text in at most that many bytes, cut between characters.
[[nodiscard]] std::string_view beginning_of(std::string_view text, std::size_t most_bytes);

// Returns the text, shortened with "…" if it has more than that many bytes. For quoting user input
// of any length in messages.
[[nodiscard]] std::string abbreviated(std::string_view text, std::size_t most_bytes = 40);

// Returns "1 endpoint", "2 endpoints".
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun);

// Returns the value of a hexadecimal digit, or -1 for another character.
[[nodiscard]] constexpr int value_of_hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Returns the byte that an escape such as "%2F" at the beginning of the text stands for, or nothing
// if there is none.
[[nodiscard]] std::optional<char> escaped_byte(std::string_view text);

// Decodes every escape that is one; broken ones stay.
[[nodiscard]] std::string percent_decoded(std::string_view text);

// A text that does not change. Copies share it, because bodies may be large; views of it stay valid
// as long as one of them lives.
class SharedText {
public:
  SharedText() = default;
  SharedText(std::string text)
      : whole_(std::make_shared<const std::string>(std::move(text))), view_(*whole_) {}
  SharedText(const char* text) : SharedText(std::string(text)) {}

  [[nodiscard]] std::string_view view() const { return view_; }
  operator std::string_view() const { return view_; }
  [[nodiscard]] std::size_t size() const { return view_.size(); }
  [[nodiscard]] bool empty() const { return view_.empty(); }

  // Returns the text without its beginning, if it begins so.
  [[nodiscard]] SharedText without_prefix(std::string_view prefix) const {
    auto rest = *this;
    if (view_.starts_with(prefix)) rest.view_.remove_prefix(prefix.size());
    return rest;
  }

  friend bool operator==(const SharedText& one, std::string_view other) {
    return one.view_ == other;
  }

private:
  std::shared_ptr<const std::string> whole_;
  std::string_view view_;
};

// Returns the code point of one character of valid UTF-8.
[[nodiscard]] constexpr unsigned code_point_of(std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  if (character.size() == 1) return first;
  unsigned code = first & (0x7FU >> character.size());
  for (const char c : character.substr(1))
    code = (code << 6U) | (static_cast<unsigned char>(c) & 0x3FU);
  return code;
}

// Returns whether a text has a character that people see: no space, no mark that only directs or
// joins other characters, and no filler.
[[nodiscard]] bool has_visible_character(std::string_view text);

// Returns a text without the characters that nobody sees: spaces at its ends go, and any other
// space, such as U+00A0, is a plain one.
[[nodiscard]] std::string visible_text(std::string_view text);

// Returns "U+200B at the end": the character of a text at that byte, and where it is.
[[nodiscard]] std::string character_words(std::string_view text, std::size_t at);

// Returns whether a pattern matches the whole text: in it, "*" stands for any characters, and "?"
// for any one byte.
[[nodiscard]] bool matches_glob(std::string_view text, std::string_view pattern);
[[nodiscard]] bool matches_any(std::string_view text, std::span<const std::string> patterns);

// Returns where the first line begins that a merge leaves around a conflict: "<<<<<<< main",
// "=======" or ">>>>>>> topic". In prose, a line of "=======" underlines a heading.
inline constexpr std::string_view markers_in_data = "<<<<<<< ======= >>>>>>>";
inline constexpr std::string_view markers_in_prose = "<<<<<<< >>>>>>>";
[[nodiscard]] std::optional<std::size_t>
find_merge_conflict(std::string_view text, std::string_view markers = markers_in_data);

} // namespace mrctl
