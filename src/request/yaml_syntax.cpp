#include "yaml_syntax.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/base/utf8.hpp"

#include "yaml_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <utility>
#include <vector>

namespace mrctl::request {

namespace {

constexpr std::string_view blanks = " \t";
constexpr std::string_view white_space = " \t\r\n";
constexpr std::string_view ends_of_name = " \t\r\n,[]{}";

JsonFault fault_at(std::size_t offset, std::string message, std::string suggestion = {}) {
  return {"yaml.syntax", std::move(message), {}, offset, {}, {}, std::move(suggestion)};
}

std::size_t begin_of_line(std::string_view text, std::size_t offset) {
  return text.substr(0, offset).find_last_of('\n') + 1; // npos + 1 is 0
}

std::string_view name_at(std::string_view text, std::size_t offset) {
  const auto rest = text.substr(std::min(offset, text.size()));
  return rest.substr(0, rest.find_first_of(ends_of_name));
}

// The tab that indents the line of the offset, if one does.
std::optional<std::size_t> tab_of_line(std::string_view text, std::size_t offset) {
  const auto begin = begin_of_line(text, offset);
  const auto tab = text.find_first_not_of(' ', begin);
  return tab < text.size() && text[tab] == '\t' ? std::optional(tab) : std::nullopt;
}

// The quote that opens the text before the offset: all others there are escaped, or in pairs.
std::size_t opening_quote(std::string_view text, std::size_t offset, char quote) {
  auto at = text.substr(0, offset).find_last_of(quote);
  while (at != std::string_view::npos && at > 0) {
    const auto before = text.substr(0, at);
    const auto other = before.find_last_not_of(quote == '"' ? '\\' : '\'') + 1;
    if ((at - other) % 2 == 0) break;
    at = before.substr(0, quote == '"' ? at : other).find_last_of(quote);
  }
  return std::min(at, offset);
}

JsonFault explain_extra_bracket(std::string_view text, const Part& part) {
  return fault_at(part.begin, fmt::format("'{}' closes nothing", text.substr(part.begin, 1)));
}

JsonFault explain_line(std::string_view text, const Part& part) {
  const auto rest = text.substr(part.begin);
  if (rest.starts_with(']') || rest.starts_with('}')) return explain_extra_bracket(text, part);
  if (rest.starts_with("- ") || rest.starts_with("-\n"))
    return fault_at(part.begin, "a list item is not allowed here",
                    "indent it like the other items, below its key");
  const auto line = begin_of_line(text, part.begin);
  const bool is_first = text.find_first_not_of(blanks, line) >= part.begin;
  return fault_at(part.begin,
                  fmt::format("expected a key on a line of its own, got {}",
                              rest.empty() ? "the end of the text"
                                           : "'" + abbreviated(name_at(text, part.begin)) + "'"),
                  is_first ? "indent it like its neighbours" : "put the whole value in quotes");
}

// The text of the line above goes on to a colon.
JsonFault explain_long_key(std::string_view text, const Part& part) {
  const auto line = begin_of_line(text, part.begin + part.size);
  return fault_at(std::max(part.begin, text.find_first_not_of(blanks, line)),
                  "a key is not allowed here, where the text of the line above continues",
                  "indent it like its neighbours, or check for a missing ':' above");
}

// A text in quotes that goes over lines up to the offset: its closing quote may begin another one.
std::optional<JsonFault> find_long_quote(std::string_view text, std::size_t offset) {
  const auto closing = text.substr(0, offset).find_last_not_of(blanks);
  if (closing == std::string_view::npos || (text[closing] != '"' && text[closing] != '\''))
    return std::nullopt;
  const auto opening = opening_quote(text, closing, text[closing]);
  if (text.substr(opening, closing - opening).find('\n') == std::string_view::npos)
    return std::nullopt;
  auto fault = fault_at(opening, "the quoted text that starts here is followed by other text",
                        "check for a missing closing quote");
  fault.first_offset = closing;
  fault.first_words = ", at";
  return fault;
}

JsonFault fault_of_open_quote(std::size_t offset) {
  return fault_at(offset, "the quoted text that starts here has no closing quote");
}

JsonFault explain_first_character(std::string_view text, const Part& part) {
  return fault_at(part.begin,
                  fmt::format("text cannot start with '{}'", text.substr(part.begin, 1)),
                  "put the text in quotes");
}

JsonFault explain_missing_colon(std::string_view text, const Part& part) {
  return fault_at(part.begin, fmt::format("missing ':' after '{}'",
                                          abbreviated(text.substr(part.begin, part.size))));
}

JsonFault explain_misfit(std::string_view text, const Part& part) {
  const bool is_array = text[part.begin] == '}';
  auto fault = fault_at(part.begin, fmt::format("expected '{}', got '{}', to close the {}",
                                                is_array ? ']' : '}', text[part.begin],
                                                is_array ? "array" : "object"));
  const auto open = YamlParser(text).find_open_brackets().offsets;
  if (open.empty()) return fault;
  fault.first_offset = open.back();
  fault.first_words = " that starts at";
  return fault;
}

// libfyaml points at the colon after a key that is not separated from the previous member.
JsonFault explain_missing_comma(std::string_view text, const Part& part) {
  auto begin = part.begin;
  if (begin > 0 && begin < text.size() && text[begin] == ':') {
    const char last = text[begin - 1];
    begin = last == '"' || last == '\'' ? opening_quote(text, begin - 1, last)
                                        : text.find_last_of(ends_of_name, begin - 1) + 1;
  }
  return fault_at(begin, "expected ',' or '}' before this");
}

// libfyaml points after the sign.
JsonFault explain_name(std::string_view text, const Part& part) {
  const char sign = text[part.begin - 1];
  return fault_at(
      part.begin - 1,
      fmt::format("'{}' starts the name of an {}", sign, sign == '*' ? "alias" : "anchor"),
      fmt::format("put text that starts with '{}' in quotes", sign));
}

std::optional<unsigned> code_of_escape(std::string_view text) {
  constexpr std::size_t length = 6;
  unsigned code = 0;
  if (!text.starts_with("\\u") || text.size() < length) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + length, code, 16);
  if (error != std::errc{} || end != text.data() + length) return std::nullopt;
  return code;
}

// JSON writes characters beyond U+FFFF as surrogate pairs, YAML does not.
JsonFault explain_code(std::string_view text, const Part& part) {
  const auto first = code_of_escape(text.substr(part.begin));
  if (!first || *first < 0xD800 || *first > 0xDFFF)
    return fault_at(part.begin, "an escape sequence for a character that does not exist");
  const auto second = code_of_escape(text.substr(part.begin + 6));
  const bool is_pair = *first < 0xDC00 && second && *second >= 0xDC00 && *second <= 0xDFFF;
  return fault_at(
      part.begin, fmt::format("{} is half of a surrogate pair", text.substr(part.begin, 6)),
      is_pair ? fmt::format("\\U{:08x}", 0x10000 + ((*first - 0xD800) << 10U) + (*second - 0xDC00))
              : "write the character itself");
}

struct Row {
  std::string_view said; // a part of libfyaml's message
  std::string_view message;
  std::string_view suggestion{};
  JsonFault (*explain)(std::string_view text, const Part& part) = nullptr; // instead of the words
};

// The first match counts.
constexpr std::array rows{
    Row{"invalid multiline plain key", {}, {}, explain_long_key},
    Row{"without closing quote",
        {},
        {},
        [](std::string_view, const Part& part) { return fault_of_open_quote(part.begin - 1); }},
    Row{"marker in double-quoted",
        {},
        {},
        [](std::string_view text, const Part& part) {
          return fault_of_open_quote(opening_quote(text, part.begin, '"'));
        }},
    Row{"marker in single-quoted",
        {},
        {},
        [](std::string_view text, const Part& part) {
          return fault_of_open_quote(opening_quote(text, part.begin, '\''));
        }},
    Row{"invalid extra closing", {}, {}, explain_extra_bracket},
    Row{"plain scalar cannot start with", {}, {}, explain_first_character},
    Row{"invalid value after mapping", {}, {}, explain_missing_colon},
    Row{"could not find expected ':'", {}, {}, explain_missing_colon},
    Row{"did not find expected node content", "expected a value before this",
        "write null if there is none"},
    Row{"flow sequence with invalid", "expected a value before this"},
    Row{"invalid comment", "a comment needs a space before its '#'"},
    Row{"invalid trailing content after", {}, {}, explain_line},
    Row{"mismatched flow", {}, {}, explain_misfit},
    Row{"missing comma in flow mapping", {}, {}, explain_missing_comma},
    Row{"missing comma in flow sequence", "expected ',' or ']' before this"},
    Row{"invalid alias", {}, {}, explain_name},
    Row{"invalid anchor", {}, {}, explain_name},
    Row{"invalid UTF8 escape", {}, {}, explain_code},
    Row{"invalid hex escape", R"(\x, \u and \U take 2, 4 and 8 hexadecimal digits)"},
    Row{"invalid escape", R"('\' begins an escape, and this is none)",
        R"(write \\ for a backslash, or put the text in single quotes)"},
    Row{"invalid nested block mapping", "a second ':' on one line, after a value",
        "put text that contains ': ' in quotes"},
    Row{"missing document start", "this does not belong to the value above, which has ended",
        "check that its indentation matches"},
    Row{"invalid mapping in plain multiline",
        "this does not belong to the value above, which has ended",
        "check that its indentation matches"},
    Row{"invalid mapping key", "'? ' starts a key, which is not allowed here",
        "put text that starts with '? ' in quotes"},
    Row{"block sequence on the same line", "'- ' starts a list item, which must be on its own line",
        "put text that starts with '- ' in quotes"},
    Row{"block scalar no linebreak", "the text of '|' and '>' starts on the next line"},
    Row{"invalid indentation in mapping", {}, {}, explain_line},
    Row{"wrong indendation in sequence", {}, {}, explain_line},
    Row{"wrongly indented sequence item", {}, {}, explain_line},
    Row{"invalid scalar at the end", {}, {}, explain_line},
    Row{"did not find expected key", {}, {}, explain_line},
    Row{"did not find expected '-'", {}, {}, explain_line},
};

} // namespace

std::optional<JsonFault> find_open_bracket(std::string_view text, std::size_t offset) {
  const auto open = YamlParser(text).find_open_brackets();
  const auto last = std::upper_bound(open.offsets.begin(), open.offsets.end(), offset);
  if (last == open.offsets.begin()) return std::nullopt;
  const char bracket = text[*(last - 1)];
  const bool may_be_closed =
      open.is_broken && text.find(bracket == '[' ? ']' : '}', offset) != std::string_view::npos;
  if (may_be_closed) return std::nullopt;
  return fault_at(*(last - 1), fmt::format("this '{}' is never closed", bracket));
}

JsonFault explain_alias(std::string_view text, const Part& part) {
  std::vector<std::string> names;
  for (auto at = text.find('&'); at < part.begin; at = text.find('&', at + 1))
    names.emplace_back(name_at(text, at + 1));
  const auto name = std::string(name_at(text, part.begin + 1));
  const auto nearest = nearest_word(name, names);
  return fault_at(part.begin, fmt::format("there is no anchor '&{}' before this alias", name),
                  nearest.empty() ? "put text that starts with '*' in quotes" : "*" + nearest);
}

std::optional<JsonFault> find_bad_escape(std::string_view text, const Part& part) {
  const auto quoted = text.substr(part.begin, part.size);
  for (auto at = quoted.find('\\'); at < quoted.size(); at = quoted.find('\\', at + 2)) {
    const auto escape = quoted.substr(at, 2);
    if (escape == "\\N" || escape == "\\_")
      return JsonFault{"yaml.escape",
                       "an invalid escape sequence",
                       {},
                       part.begin,
                       {},
                       {},
                       R"(write \u0085 for \N and \u00a0 for \_)"};
    const auto code = code_of_escape(quoted.substr(at));
    if (code && *code >= 0xD800 && *code <= 0xDFFF) return explain_code(text, {part.begin + at, 0});
  }
  return std::nullopt;
}

std::optional<JsonFault> find_outdented(std::string_view text, std::size_t block,
                                        const Part& part) {
  const auto column_of = [&](std::size_t at) { return at - begin_of_line(text, at); };
  if (column_of(part.begin) > column_of(block)) return std::nullopt;
  return explain_missing_colon(text, part);
}

bool is_announced(std::string_view text, const Part& key) {
  const auto before = text.substr(0, key.begin).find_last_not_of(white_space);
  return before != std::string_view::npos && text[before] == '?';
}

JsonFault explain_yaml_syntax(std::string_view text, std::string_view said, const Part& part) {
  const bool is_other = said.find("quoted") != std::string_view::npos ||
                        said.find("mismatched") != std::string_view::npos ||
                        said.find("comment") != std::string_view::npos;
  if (!is_other)
    if (auto open = find_open_bracket(text, part.begin)) return *std::move(open);
  if (auto quoted = find_long_quote(text, part.begin)) return *std::move(quoted);
  if (const auto tab = tab_of_line(text, part.begin))
    return fault_at(*tab, "this line is indented with a tab; YAML allows spaces only");
  for (const auto& row : rows) {
    if (said.find(row.said) == std::string_view::npos) continue;
    if (row.explain != nullptr) return row.explain(text, part);
    return fault_at(part.begin, std::string(row.message), std::string(row.suggestion));
  }
  return fault_at(part.begin, std::string(said));
}

} // namespace mrctl::request
