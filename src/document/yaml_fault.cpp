#include "mrctl/base/rewording.hpp"
#include "mrctl/base/text.hpp"

#include "yaml_text.hpp"

#include <fmt/format.h>
#include <yaml-cpp/exceptions.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace mrctl::document {

namespace {

constexpr std::string_view ends_of_name = " \t\r\n,[]{}";

JsonFault fault_at(std::size_t offset, std::string message, Suggestion suggestion = {}) {
  return {.rule = "yaml.syntax",
          .message = std::move(message),
          .offset = offset,
          .suggestion = std::move(suggestion)};
}

std::size_t begin_of_line(std::string_view text, std::size_t offset) {
  if (offset == 0) return 0;
  const auto end = text.rfind('\n', offset - 1);
  return end == std::string_view::npos ? 0 : end + 1;
}

// Returns the text from the offset to the end of its line.
std::string_view line_at(std::string_view text, std::size_t offset) {
  return text.substr(offset, text.find('\n', offset) - offset);
}

// Returns the text in front of the offset in its line.
std::string_view line_before(std::string_view text, std::size_t offset) {
  const auto begin = begin_of_line(text, offset);
  return text.substr(begin, offset - begin);
}

std::string_view name_at(std::string_view text, std::size_t offset) {
  const auto rest = text.substr(std::min(offset, text.size()));
  return rest.substr(0, rest.find_first_of(ends_of_name));
}

std::optional<JsonFault> find_conflict(const YamlStop& stop) {
  const auto at = find_merge_conflict(stop.text);
  if (!at) return std::nullopt;
  return fault_at(*at, "a merge conflict starts here", "keep one side completely");
}

// Finds a comment of another language in the lines behind the last value.
std::optional<JsonFault> find_foreign_comment(const YamlStop& stop) {
  for (auto at = begin_of_line(stop.text, stop.last); at <= stop.offset && at < stop.text.size();) {
    const auto line = line_at(stop.text, at);
    const auto begin = std::min(line.find_first_not_of(blanks), line.size());
    const auto mark = line.substr(begin, 2);
    if (mark == "//" || mark == "/*")
      return fault_at(at + begin, "YAML comments begin with '#'",
                      fmt::format("write # in place of {}", mark));
    at += line.size() + 1;
  }
  return std::nullopt;
}

// Finds the text that ended "content: |" before it began, because it is indented like the key,
// which is the last key.
std::optional<JsonFault> find_text_beside(const YamlStop& stop) {
  const auto text = stop.text;
  const auto begin = begin_of_line(text, stop.last);
  const auto line = line_at(text, begin);
  const auto bar = line.find(": |") != line.npos ? line.rfind(": |") : line.rfind(": >");
  const bool is_bar =
      bar != line.npos && line.find_first_not_of("+-0123456789 \r", bar + 3) == line.npos;
  if (!is_bar && !trimmed(line, white_space).ends_with(':')) return std::nullopt;
  const auto key = line.find_first_not_of(" -");
  const auto next = text.find_first_not_of(white_space, begin + line.size());
  if (next == text.npos || next - begin_of_line(text, next) > key) return std::nullopt;
  return fault_at(next,
                  fmt::format("the text of '{}' must be indented more than its key",
                              abbreviated(trimmed(line.substr(key)))),
                  "indent each of its lines by two more spaces");
}

// Returns "temperature: 0.2" for the line "temperature:0.2"; empty for other lines.
std::string with_space(std::string_view line) {
  line = trimmed(line);
  const auto colon = line.find(':');
  const auto name = line.substr(0, colon);
  const bool is_name = !name.empty() && is_alphanumeric(name, "_");
  if (!is_name || colon >= line.size() - 1 || line.find(": ") != line.npos ||
      line[colon + 1] == '/' || line[colon + 1] == ':')
    return {};
  return fmt::format("{}: {}", name, abbreviated(line.substr(colon + 1)));
}

JsonFault fault_of_space(std::size_t offset, const std::string& meant) {
  return fault_at(offset, "a space must follow the ':' of a key", "write " + meant);
}

std::optional<JsonFault> find_tab(const YamlStop& stop) {
  const auto begin = begin_of_line(stop.text, stop.offset);
  const auto line = stop.text.substr(begin);
  const auto indent = line.substr(0, line.find_first_not_of(blanks));
  const auto tab = indent.find('\t');
  if (tab == std::string_view::npos) return std::nullopt;
  return fault_at(begin + tab, "this line is indented with a tab; YAML allows spaces only");
}

// Finds the quote that nothing ends behind the last value: yaml-cpp takes all that follows.
std::optional<JsonFault> find_open_quote(const YamlStop& stop) {
  for (auto at = stop.text.find_first_of("\"'", stop.last); at < stop.offset;) {
    const auto before = stop.text.substr(at == 0 ? 0 : at - 1, 1);
    const bool begins_text = before.find_first_of(" \t\r\n,[{") == 0 || at == 0;
    const auto size = begins_text ? size_of_quoted(stop.text.substr(at)) : 1;
    if (size == 0) return fault_at(at, "the quoted text that starts here has no closing quote");
    at = stop.text.find_first_of("\"'", at + size);
  }
  return std::nullopt;
}

// A comment may hide what closes a bracket.
bool is_end_hidden(std::string_view text, std::size_t bracket) {
  const auto line = line_at(text, bracket);
  const auto comment = line.find(" #");
  return comment < line.find_first_of("\"'") && line.find_first_of("]}", comment) != line.npos &&
         size_in_brackets(line.substr(0, comment)) == 0;
}

JsonFault fault_of_open_bracket(std::string_view text, std::size_t offset) {
  return fault_at(
      offset, fmt::format("this '{}' is never closed", text[offset]),
      is_end_hidden(text, offset) ? "' #' begins a comment: put the text around it in quotes" : "");
}

// Finds the bracket that nothing closes, or that something else does.
std::optional<JsonFault> find_open_bracket(const YamlStop& stop) {
  if (!stop.open_bracket) return std::nullopt;
  const bool is_array = stop.text[*stop.open_bracket] == '[';
  const auto found = stop.text.substr(stop.offset, 1);
  if (found != "]" && found != "}") {
    // If the bracket was opened on the same line, a comma is missing, not a bracket.
    const auto between = stop.text.substr(*stop.open_bracket, stop.offset - *stop.open_bracket);
    if (between.find('\n') == std::string_view::npos && !found.empty()) return std::nullopt;
    return fault_of_open_bracket(stop.text, *stop.open_bracket);
  }
  auto fault = fault_at(stop.offset,
                        fmt::format("expected '{}', got '{}', to close the {}",
                                    is_array ? ']' : '}', found, is_array ? "array" : "object"));
  fault.first_offset = stop.open_bracket;
  fault.first_words = " that starts at";
  return fault;
}

// Explains a colon that is too many, at which yaml-cpp points.
JsonFault explain_colon(const YamlStop& stop) {
  const auto before = line_before(stop.text, stop.offset);
  const auto first = std::min(before.find_first_not_of(blanks), before.size());
  const auto begin = begin_of_line(stop.text, stop.offset) + first;
  if (const auto bracket = before.substr(first, 1); bracket == "[" || bracket == "{")
    return fault_of_key(stop.text, begin, bracket == "[" ? "array" : "object");
  if (before.find(": ") != std::string_view::npos)
    return fault_at(stop.offset, "a second ':' on one line, after a value",
                    "put text that contains ': ' in quotes");
  const auto above = stop.text.find_last_not_of(white_space, begin == 0 ? 0 : begin - 1);
  const auto line = above == stop.text.npos ? 0 : begin_of_line(stop.text, above);
  if (const auto meant = with_space(line_at(stop.text, line)); line < begin && !meant.empty())
    return fault_of_space(line, meant);
  return fault_at(begin, "unexpected key: the value of the line above continues here",
                  "indent it like its neighbours, or check for a missing ':' above");
}

// Explains a character that begins no text, as in "model: @preset/support".
JsonFault explain_character(const YamlStop& stop) {
  const bool is_preset = stop.text.substr(stop.offset).starts_with("@preset/");
  return fault_at(stop.offset, "text cannot start with this character",
                  is_preset ? "a preset cannot build on another: name its model, author/slug"
                            : "put the text in quotes; !file PATH reads the text of a file");
}

JsonFault explain_key(const YamlStop& stop) {
  const auto rest = stop.text.substr(stop.offset);
  if (rest.starts_with("- ") || rest.starts_with("-\n"))
    return fault_at(stop.offset, "a list item is not allowed here",
                    "indent it like the other items, below its key");
  const auto found = rest.empty() ? "the end of the text"
                                  : "'" + abbreviated(name_at(stop.text, stop.offset)) + "'";
  const bool begins_line =
      line_before(stop.text, stop.offset).find_first_not_of(blanks) == std::string_view::npos;
  return fault_at(stop.offset, "expected a key on a separate line, got " + found,
                  begins_line ? "indent it like its neighbours" : "put the whole value in quotes");
}

// Explains a comma that is missing: yaml-cpp points at the colon behind a key that nothing divides
// from the member before it.
JsonFault explain_missing_comma(const YamlStop& stop) {
  const auto [text, offset] = std::pair(stop.text, stop.offset);
  auto begin = offset;
  if (offset > 1 && text.substr(offset).starts_with(':')) {
    const char last = text[offset - 1];
    const bool is_quoted = last == '"' || last == '\'';
    const auto before =
        is_quoted ? text.rfind(last, offset - 2) : text.find_last_of(white_space, offset - 1);
    if (before != std::string_view::npos) begin = is_quoted ? before : before + 1;
  }
  const bool is_array = stop.message.starts_with(YAML::ErrorMsg::END_OF_SEQ_FLOW);
  return fault_at(begin, fmt::format("expected ',' or '{}' before this", is_array ? ']' : '}'));
}

// Explains an alias without an anchor, which may be in a shared file.
JsonFault explain_alias(const YamlStop& stop) {
  const bool is_merged = line_before(stop.text, stop.offset).find("<<:") != std::string_view::npos;
  return fault_at(stop.offset, "there is no anchor of this name before this alias",
                  is_merged
                      ? "an anchor counts within one file: put what presets share into a file "
                        "for --base"
                      : "put text that starts with '*' in quotes");
}

struct Explanation {
  const char* message; // its beginning
  JsonFault (*explain)(const YamlStop& stop);
};

const std::array explanations{
    Explanation{YAML::ErrorMsg::MAP_VALUE, explain_colon},
    Explanation{YAML::ErrorMsg::END_OF_MAP_FLOW, explain_missing_comma},
    Explanation{YAML::ErrorMsg::END_OF_SEQ_FLOW, explain_missing_comma},
    Explanation{YAML::ErrorMsg::END_OF_MAP, explain_key},
    Explanation{YAML::ErrorMsg::END_OF_SEQ, explain_key},
    Explanation{YAML::ErrorMsg::UNKNOWN_ANCHOR, explain_alias},
    Explanation{YAML::ErrorMsg::UNKNOWN_TOKEN, explain_character},
};

} // namespace

JsonFault fault_of_key(std::string_view text, std::size_t offset, std::string_view type) {
  const bool has_bracket = text[offset] == '[' || text[offset] == '{';
  if (has_bracket && (size_in_brackets(text.substr(offset)) == 0 || is_end_hidden(text, offset)))
    return fault_of_open_bracket(text, offset);
  auto fault = fault_at(offset, fmt::format("a key must be a string, got an {}", type));
  fault.rule = "yaml.key";
  if (offset > 0 && text.substr(offset - 1).starts_with("{{"))
    fault.suggestion =
        "'{{ … }}' looks like a template that was not filled in; put text that starts "
        "with '{' in quotes";
  return fault;
}

JsonFault fault_of_line(std::string_view text, std::size_t offset, std::string_view key) {
  if (auto fault =
          find_foreign_comment({.text = text, .message = {}, .offset = offset, .last = offset}))
    return *std::move(fault);
  const auto above = offset == 0 ? text.npos : text.find_last_not_of(white_space, offset - 1);
  if (above != text.npos)
    if (auto fault = find_text_beside({.text = text, .message = {}, .last = above}))
      return *std::move(fault);
  if (const auto meant = with_space(key); !meant.empty()) return fault_of_space(offset, meant);
  return fault_at(offset, fmt::format("missing ':' after '{}'", abbreviated(key)));
}

JsonFault explain_yaml(const YamlStop& stop) {
  for (const auto find : {find_conflict, find_foreign_comment, find_open_quote, find_tab,
                          find_open_bracket, find_text_beside})
    if (auto fault = find(stop)) return *std::move(fault);
  for (const auto& [message, explain] : explanations)
    if (stop.message.starts_with(message)) return explain(stop);
  if (const auto* row = find_rewording(Library::yaml, stop.message))
    return fault_at(stop.offset, std::string(row->message), std::string(row->advice));
  return fault_at(stop.offset, std::string(stop.message));
}

} // namespace mrctl::document
