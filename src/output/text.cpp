#include "mrctl/output/text.hpp"

#include "mrctl/base/text.hpp"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <utility>

namespace mrctl::output {

namespace {

// One character, or one byte of invalid UTF-8.
struct Character {
  std::string_view bytes;
  utf8proc_int32_t code_point = -1; // -1: not UTF-8
};

// The text must not be empty.
Character first_character(std::string_view text) {
  utf8proc_int32_t code_point = -1;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const auto length =
      utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &code_point);
  if (length <= 0) return {text.substr(0, 1), -1};
  return {text.substr(0, static_cast<std::size_t>(length)), code_point};
}

bool is_hidden(const Character& character) {
  switch (utf8proc_category(character.code_point)) {
  case UTF8PROC_CATEGORY_CC: // controls and escapes
  case UTF8PROC_CATEGORY_CF: // bidirectional and zero-width marks, tags
  case UTF8PROC_CATEGORY_ZL:
  case UTF8PROC_CATEGORY_ZP:
    return true;
  default:
    break;
  }
  // Noncharacters: the last two of each 65,536 code points, and 32 others.
  constexpr int last_two = 0xFFFE;
  const auto code_point = character.code_point;
  if ((code_point & last_two) == last_two || (code_point >= 0xFDD0 && code_point <= 0xFDEF))
    return true;
  // Variation selectors choose between text and emoji presentation, and are part of many emoji.
  const bool is_presentation = code_point == 0xFE0E || code_point == 0xFE0F;
  return utf8proc_get_property(code_point)->ignorable != 0 && !is_presentation;
}

// Finds invisible characters, and combining marks that would pile up over other lines.
class UnsafeCharacters {
public:
  bool operator()(const Character& character) {
    marks_ = is_mark(character) ? marks_ + 1 : 0;
    return marks_ > most_marks || is_hidden(character);
  }

private:
  static constexpr int most_marks = 8; // on one letter; no script needs that many

  static bool is_mark(const Character& character) {
    const auto category = utf8proc_category(character.code_point);
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME;
  }

  int marks_ = 0;
};

std::string escape(const Character& character) {
  switch (character.code_point) {
  case '\n':
    return "\\n";
  case '\r':
    return "\\r";
  case '\t':
    return "\\t";
  case -1:
    return fmt::format("\\x{:02x}", static_cast<unsigned char>(character.bytes.front()));
  default:
    break;
  }
  if (character.code_point < 0x100) return fmt::format("\\x{:02x}", character.code_point);
  if (character.code_point < 0x10000) return fmt::format("\\u{:04x}", character.code_point);
  return fmt::format("\\U{:08x}", character.code_point);
}

// Beyond the first 65,536 code points JSON takes two escapes.
std::string json_escape(const Character& character) {
  const auto code_point = static_cast<unsigned>(character.code_point);
  if (character.code_point < 0) return "\\ufffd";
  if (code_point < 0x10000) return fmt::format("\\u{:04x}", code_point);
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD7C0 + (code_point >> 10U),
                     0xDC00 + (code_point & 0x3FFU));
}

// True for most texts. They cannot contain a workflow command either.
bool is_plain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return is_printable(c) && c != '#' && c != ':'; });
}

template <class Predicate, class Escape>
std::string escaped_where(std::string_view text, Predicate is_escaped, Escape escape_of) {
  if (is_printable_ascii(text)) return std::string(text);
  std::string out;
  out.reserve(text.size() + 16);
  while (!text.empty()) {
    const auto character = first_character(text);
    if (character.code_point < 0 || is_escaped(character))
      out += escape_of(character);
    else
      out += character.bytes;
    text.remove_prefix(character.bytes.size());
  }
  return out;
}

// Returns how many bytes of spaces a text begins with: the blank, and all others of Unicode.
std::size_t length_of_spaces(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size()) {
    const auto character = first_character(text.substr(length));
    if (utf8proc_category(character.code_point) != UTF8PROC_CATEGORY_ZS) break;
    length += character.bytes.size();
  }
  return length;
}

// A CI service executes a line that contains this anywhere.
std::string without_inner_commands(std::string text, std::string_view escaped_mark) {
  constexpr std::string_view command = "##[";
  auto at = text.find(command);
  if (at == std::string::npos) return text;
  std::string out;
  std::size_t begin = 0;
  for (; at != std::string::npos; at = text.find(command, at + 2)) {
    out.append(text, begin, at + 1 - begin).append(escaped_mark);
    begin = at + 2;
  }
  return out.append(text, begin);
}

// A CI service executes a line that begins with "::" and a word, too.
std::string without_commands(std::string text) {
  text = without_inner_commands(std::move(text), "\\x23");
  const auto begin = length_of_spaces(text);
  const auto rest = std::string_view(text).substr(begin);
  if (rest.size() > 2 && rest.starts_with("::") && is_letter(rest[2]))
    text.replace(begin, 1, "\\x3a");
  return text;
}

std::size_t width_of(const Character& character) {
  if (character.code_point < 0) return 1;
  return static_cast<std::size_t>(std::max(0, utf8proc_charwidth(character.code_point)));
}

constexpr std::size_t widest_character = 2;
// On narrower terminals, an indent would leave no room.
constexpr int narrowest_wrapped = 20;

// A long word is broken in front of its last bracket, else behind a mark, else anywhere. Marks at
// its beginning, as of a flag, stay with it.
std::size_t break_in_word(std::string_view word) {
  constexpr std::string_view marks = "|/-=";
  const auto is_inside = [&, begin = word.find_first_not_of(" |/-=[")](std::size_t at) {
    return at != std::string_view::npos && at > begin;
  };
  if (const auto bracket = word.rfind('['); is_inside(bracket)) return bracket;
  const auto mark = word.find_last_of(marks);
  return is_inside(mark) ? mark + 1 : word.size();
}

// Returns the part of a text that goes on the next line.
std::string_view next_line(std::string_view text, std::size_t width) {
  const auto fitting = leading_columns(text, width);
  if (text[fitting.size()] == ' ') return fitting;
  const auto words = fitting.substr(0, fitting.find_last_of(" ,") + 1);
  const bool has_words = words.find_first_not_of(' ') != std::string_view::npos;
  return has_words ? words : fitting.substr(0, break_in_word(fitting));
}

// safe_text() allows some texts in the middle of a line that a CI service would execute at its
// beginning.
bool is_command(std::string_view text) {
  return text.size() > 2 && text.starts_with("::") && is_letter(text[2]);
}

std::size_t heading_length(std::string_view line) {
  if (line.starts_with("Usage: ")) return std::string_view("Usage:").size();
  return line.ends_with(':') && !line.starts_with(' ') ? line.size() : 0;
}

std::string with_entities(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    case '\'':
      out += "&#39;";
      break;
    default:
      out += c;
    }
  }
  return out;
}

// Inside a word, an underscore is not markup.
bool is_markup(std::string_view text, std::size_t at) {
  if (is_alphanumeric(text[at])) return false;
  if (text[at] != '_')
    return std::string_view("\\|`*<[~&$").find(text[at]) != std::string_view::npos;
  const bool is_inside = at > 0 && at + 1 < text.size() && is_alphanumeric(text[at - 1]) &&
                         is_alphanumeric(text[at + 1]);
  return !is_inside;
}

} // namespace

std::string safe_text(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  return without_commands(escaped_where(text, UnsafeCharacters(), escape));
}

std::string safe_json_string(std::string_view token) {
  return without_inner_commands(escaped_where(token, UnsafeCharacters(), json_escape), "\\u0023");
}

std::string without_controls(std::string_view text, std::string_view allowed) {
  const auto is_forbidden = [&](const Character& character) {
    return utf8proc_category(character.code_point) == UTF8PROC_CATEGORY_CC &&
           allowed.find(character.bytes) == std::string_view::npos;
  };
  return escaped_where(text, is_forbidden, escape);
}

std::string safe_lines(std::string_view text) {
  std::string out;
  for (;;) {
    const auto end = std::min(text.find('\n'), text.size());
    auto line = text.substr(0, end);
    if (end < text.size() && line.ends_with('\r')) line.remove_suffix(1);
    out += safe_text(line);
    if (end == text.size()) return out;
    out += '\n';
    text.remove_prefix(end + 1);
  }
}

std::string safe_layout(std::string_view text) {
  std::string out;
  for (auto tab = text.find('\t'); tab != std::string_view::npos; tab = text.find('\t')) {
    out += safe_lines(text.substr(0, tab)) + "\t";
    text.remove_prefix(tab + 1);
  }
  return out + safe_lines(text);
}

std::size_t display_width(std::string_view text) {
  if (is_printable_ascii(text)) return text.size();
  std::size_t width = 0;
  while (!text.empty()) {
    const auto character = first_character(text);
    width += width_of(character);
    text.remove_prefix(character.bytes.size());
  }
  return width;
}

std::string padded(std::string_view text, std::size_t width, std::size_t gap) {
  const auto used = display_width(text);
  return std::string(text) + std::string(std::max(width, used + gap) - used, ' ');
}

std::string_view leading_columns(std::string_view text, std::size_t width) {
  width = std::min(width, text.size()); // each column takes at least one byte
  // What follows must not be a mark that belongs to the last character.
  if (is_printable_ascii(text.substr(0, width + 1))) return text.substr(0, width);
  std::size_t taken = 0;
  std::size_t end = 0;
  while (end < text.size()) {
    const auto character = first_character(text.substr(end));
    taken += width_of(character);
    if (taken > width) break;
    end += character.bytes.size();
  }
  return text.substr(0, end);
}

std::string_view trailing_columns(std::string_view text, std::size_t width) {
  auto total = display_width(text);
  while (total > width) {
    const auto character = first_character(text);
    total -= width_of(character);
    text.remove_prefix(character.bytes.size());
  }
  return text;
}

std::string shortened(std::string_view text, std::size_t width, std::string_view ellipsis) {
  if (display_width(text) <= width) return std::string(text);
  const auto mark = leading_columns(ellipsis, width);
  std::string out(leading_columns(text, width - display_width(mark)));
  out += mark;
  return out;
}

std::size_t page_width(const Terminal& terminal) {
  constexpr int unlimited = 1'000'000; // programs read lines
  constexpr int narrowest = 40;
  return static_cast<std::size_t>(std::max(terminal.width.value_or(unlimited), narrowest));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::vector<std::string> lines;
  std::string line;
  const auto room = [&] {
    return std::max(width - std::min(width, line.size()), widest_character);
  };
  const auto fits = [&] { return leading_columns(text, room()).size() == text.size(); };
  while (!fits()) {
    const auto next = next_line(text, room());
    line.append(next);
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(line);
    text.remove_prefix(next.size());
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    line.assign(indent, ' ');
    if (!is_command(text)) continue;
    line += "\\x3a";
    text.remove_prefix(1);
  }
  if (!text.empty() || lines.empty()) lines.push_back(line.append(text));
  return lines;
}

std::string wrapped_lines(std::string_view text, const Terminal& terminal, std::size_t indent) {
  if (!terminal.width || *terminal.width < narrowest_wrapped) return std::string(text) + "\n";
  std::string out;
  for (const auto& line : wrapped(text, static_cast<std::size_t>(*terminal.width), indent))
    out += line + "\n";
  return out;
}

std::string with_bold_headings(std::string_view text, const Terminal& terminal) {
  std::string out;
  for (const auto line : lines_in(text)) {
    const auto bold = heading_length(line);
    if (bold > 0) out += styled(line.substr(0, bold), Style::bold, terminal);
    out.append(line.substr(bold)).append("\n");
  }
  return out;
}

std::string markup_text(std::string_view text) {
  return with_entities(safe_text(text));
}

std::string markup_lines(std::string_view text) {
  return with_entities(safe_lines(text));
}

std::string markdown_text(std::string_view text) {
  const auto safe = safe_text(text);
  std::string out;
  for (std::size_t i = 0; i < safe.size(); ++i) {
    if (is_markup(safe, i)) out += '\\';
    out += safe[i];
  }
  return out;
}

} // namespace mrctl::output
