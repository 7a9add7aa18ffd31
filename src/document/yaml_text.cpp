#include "yaml_text.hpp"

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"

#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

namespace mrctl::document {

namespace {

constexpr std::string_view marker = "--- ";

// yaml-cpp takes an array or object at the root for a key until it ends, and keeps every token of
// it until then. Behind the marker of a document, which begins a line, no key begins.
std::size_t place_for_marker(std::string_view text) {
  std::size_t at = 0;
  std::size_t line = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '#')
      at = std::min(text.find('\n', at), text.size());
    else if (c == '\n')
      line = ++at;
    else if (c == ' ' || c == '\t' || c == '\r')
      ++at;
    else
      return c == '{' || c == '[' ? line : text.size();
  }
  return text.size();
}

// Messages show no more of a line.
constexpr std::size_t longest_line = 1000;

std::string_view line_from(std::string_view text, std::size_t offset) {
  const auto rest = text.substr(std::min(offset, text.size()), longest_line);
  const auto line = rest.substr(0, rest.find('\n')); // a search for one character is much faster
  return line.substr(0, line.find('\r'));
}

std::size_t end_of_property(std::string_view text, std::size_t offset) {
  const bool is_verbatim = text.substr(offset).starts_with("!<");
  return std::min(text.find_first_of(is_verbatim ? " \t\r\n" : " \t\r\n,[]{}", offset),
                  text.size());
}

// Text without quotes stands as it reads, up to its first line break.
std::size_t size_of_plain(std::string_view line, std::string_view value) {
  const auto both = line.substr(0, value.size());
  const auto end = std::mismatch(both.begin(), both.end(), value.begin()).first;
  const auto same = both.substr(0, static_cast<std::size_t>(end - both.begin()));
  return same.find_last_not_of(white_space) + 1;
}

constexpr std::array<std::string_view, 5> nulls{"", "~", "null", "Null", "NULL"};
constexpr std::array<std::string_view, 3> truths{"true", "True", "TRUE"};
constexpr std::array<std::string_view, 3> falsehoods{"false", "False", "FALSE"};

bool is_infinite_or_nan(std::string_view text) {
  constexpr std::array<std::string_view, 3> nans{".nan", ".NaN", ".NAN"};
  constexpr std::array<std::string_view, 3> infinities{".inf", ".Inf", ".INF"};
  if (contains(nans, text)) return true;
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return contains(infinities, text);
}

bool consists_of(std::string_view text, std::string_view characters) {
  return !text.empty() && text.find_first_not_of(characters) == std::string_view::npos;
}

tl::expected<Json, std::string> read_integer(std::string_view text, int base) {
  std::uint64_t value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value, base).ec == std::errc{})
    return value;
  return tl::unexpected(std::string("an integer of more than 64 bits"));
}

} // namespace

YamlText::YamlText(std::string_view text) : text_(text), marker_(place_for_marker(text)) {}

std::size_t YamlText::offset_of(const YAML::Mark& mark) const {
  const auto offset = static_cast<std::size_t>(std::max(mark.pos, 0));
  const bool is_behind_marker = marker_ < text_.size() && offset > marker_;
  return std::min(is_behind_marker ? offset - std::min(offset - marker_, marker.size()) : offset,
                  text_.size());
}

std::optional<Part> YamlText::tag_at(std::size_t offset) const {
  while (offset < text_.size() && (text_[offset] == '&' || text_[offset] == '!')) {
    const auto end = end_of_property(text_, offset);
    if (text_[offset] == '!') return Part{offset, end - offset};
    offset = std::min(text_.find_first_not_of(white_space, end), text_.size());
  }
  return std::nullopt;
}

bool YamlText::feed(YAML::EventHandler& handler) const {
  std::string marked(text_);
  if (marker_ < text_.size()) marked.insert(marker_, marker);
  std::istringstream stream(std::move(marked));
  YAML::Parser parser(stream);
  if (!parser.HandleNextDocument(handler)) return false;
  parser.HandleNextDocument(handler); // a second document is told by the handler
  return true;
}

Part YamlText::part_of_scalar(std::size_t offset, std::string_view value) const {
  const auto begin = behind_properties(text_, offset);
  const auto line = line_from(text_, begin);
  if (line.starts_with('"') || line.starts_with('\'')) return {begin, size_of_quoted(line)};
  if (line.starts_with('|') || line.starts_with('>')) return {begin, 1};
  const auto size = size_of_plain(line, value);
  return size == 0 ? Part{offset, 1} : Part{begin, size};
}

Part YamlText::part_of_alias(std::size_t offset) const {
  const auto line = line_from(text_, offset);
  return {offset, std::min(line.find_first_of(" \t,[]{}"), line.size())};
}

// If the collection has no brackets, only its first character is marked.
Part YamlText::part_of_collection(std::size_t offset) const {
  const auto begin = behind_properties(text_, offset);
  const auto line = line_from(text_, begin);
  if (!line.starts_with('[') && !line.starts_with('{')) return {offset, 1};
  return {begin, size_in_brackets(line)};
}

std::size_t behind_properties(std::string_view text, std::size_t offset) {
  while (offset < text.size() && (text[offset] == '&' || text[offset] == '!'))
    offset =
        std::min(text.find_first_not_of(white_space, end_of_property(text, offset)), text.size());
  return offset;
}

std::size_t size_of_quoted(std::string_view text) {
  const char quote = text.front();
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool is_escape = quote == '"' ? text[i] == '\\' : text.substr(i).starts_with("''");
    if (is_escape)
      ++i;
    else if (text[i] == quote)
      return i + 1;
  }
  return 0;
}

std::size_t size_in_brackets(std::string_view line) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool is_quote = (c == '"' || c == '\'') && i > 0 &&
                          std::string_view(" \t,:[{").find(line[i - 1]) != std::string_view::npos;
    if (is_quote) {
      const auto size = size_of_quoted(line.substr(i));
      if (size == 0) return 0;
      i += size - 1;
    }
    if (c == '[' || c == '{') ++depth;
    if ((c == ']' || c == '}') && --depth == 0) return i + 1;
  }
  return 0;
}

// yaml-cpp reads a quoted text that nothing ends up to the end of the file, and is content.
std::optional<JsonFault> find_unclosed_quote(std::string_view text, std::size_t last) {
  const auto begin = behind_properties(text, last);
  const auto rest = text.substr(begin);
  const bool is_quoted = rest.starts_with('"') || rest.starts_with('\'');
  if (!is_quoted || size_of_quoted(rest) != 0) return std::nullopt;
  return JsonFault{.rule = "yaml.syntax",
                   .message = "the quoted text that starts here has no closing quote",
                   .offset = begin};
}

// yaml-cpp would read a NUL as the beginning of an escape, and pass the others on.
std::optional<JsonFault> find_bad_byte(std::string_view text) {
  if (const auto invalid = find_invalid_utf8(text))
    return JsonFault{.rule = "yaml.utf-8", .message = "not valid UTF-8", .offset = *invalid};
  const auto control = std::ranges::find_if(text, [](char c) {
    const bool is_space = c == '\t' || c == '\n' || c == '\r';
    return (static_cast<unsigned char>(c) < 0x20 && !is_space) || c == '\x7F';
  });
  if (control == text.end()) return std::nullopt;
  return JsonFault{.rule = "yaml.control",
                   .message = "a control character, which YAML does not allow",
                   .offset = static_cast<std::size_t>(control - text.begin())};
}

tl::expected<Json, std::string> resolve_yaml_scalar(const std::string& tag,
                                                    const std::string& text) {
  if (tag != "?" && tag.find(":int") == std::string::npos &&
      tag.find(":float") == std::string::npos && tag.find(":bool") == std::string::npos &&
      tag.find(":null") == std::string::npos)
    return Json(text);
  if (contains(nulls, text)) return Json(nullptr);
  if (contains(truths, text)) return Json(true);
  if (contains(falsehoods, text)) return Json(false);
  if (text.starts_with("0o") && consists_of(std::string_view(text).substr(2), "01234567"))
    return read_integer(std::string_view(text).substr(2), 8);
  if (text.starts_with("0x") &&
      consists_of(std::string_view(text).substr(2), "0123456789abcdefABCDEF"))
    return read_integer(std::string_view(text).substr(2), 16);
  if (const auto number = json_number(text)) {
    if (plain_number(*number)) return number_value(*number);
    return tl::unexpected(std::string(too_many_digits));
  }
  if (is_infinite_or_nan(text))
    return tl::unexpected(text + " is not a number that JSON can represent");
  return Json(text);
}

} // namespace mrctl::document
