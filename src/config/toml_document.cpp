#include "toml_document.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/rewording.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

// toml++ 3.3 asserts, and in release builds lets the compiler assume, that the header of a table
// begins with a key; a lone "[" breaks that. With neither it goes on and refuses the text as it
// should.
#undef NDEBUG
#define TOML_ASSERT(expression) static_cast<void>(0)
#include <toml++/toml.h>

namespace mrctl::config {

namespace {

TextPoint point_of(const toml::source_position& position) {
  return {position.line, position.column};
}

TomlValue convert(const toml::node& node);

void convert_members(const toml::table& table, TomlValue& out) {
  for (const auto& [key, node] : table)
    out.members.push_back({std::string(key.str()), point_of(key.source().begin), convert(node)});
  std::ranges::stable_sort(out.members, [](const TomlMember& a, const TomlMember& b) {
    return std::pair(a.at.line, a.at.column) < std::pair(b.at.line, b.at.column);
  });
}

TomlValue convert(const toml::node& node) {
  TomlValue out;
  out.begin = point_of(node.source().begin);
  out.end = point_of(node.source().end);
  if (const auto* table = node.as_table()) {
    convert_members(*table, out);
  } else if (const auto* array = node.as_array()) {
    out.type = ValueType::array;
    for (const auto& item : *array)
      out.items.push_back(convert(item));
  } else if (const auto* text = node.as_string()) {
    out.type = ValueType::string;
    out.text = text->get();
  } else if (const auto* integer = node.as_integer()) {
    out.type = ValueType::integer;
    out.text = std::to_string(integer->get());
  } else if (const auto* number = node.as_floating_point()) {
    out.type = ValueType::number;
    out.text = fmt::format("{}", number->get());
  } else if (const auto* boolean = node.as_boolean()) {
    out.type = ValueType::boolean;
    out.text = boolean->get() ? "true" : "false";
  } else {
    out.type = ValueType::time;
    if (const auto* date = node.as_date())
      out.text = fmt::format("{:04}-{:02}-{:02}", (*date)->year, (*date)->month, (*date)->day);
  }
  return out;
}

// Returns how many quotes like the one at that offset stand there in a row.
std::size_t quotes_at(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(text[at], at), text.size()) - at;
}

// Returns the offset behind the string whose opening quote is at `begin`. One that its line does
// not close ends with the line, which toml++ reports.
std::size_t end_of_toml_string(std::string_view text, std::size_t begin) {
  constexpr std::size_t most_closing = 5; // two quotes of the text, then the three that end it
  const char quote = text[begin];
  const bool is_long = quotes_at(text, begin) >= 3;
  const std::size_t delimiter = is_long ? 3 : 1;
  for (auto at = begin + delimiter; at < text.size(); ++at) {
    if (text[at] == '\\' && quote == '"')
      ++at;
    else if (const auto quotes = text[at] == quote ? quotes_at(text, at) : 0; quotes >= delimiter)
      return at + (is_long ? std::min(quotes, most_closing) : 1);
    if (!is_long && at < text.size() && text[at] == '\n') return at;
  }
  return text.size();
}

constexpr std::size_t most_parts = 16;
constexpr std::size_t most_values = 100'000; // and tables that dots in keys make

// A text that toml++ must not see.
struct Unreadable {
  std::string message;
  std::size_t at;
  std::string_view advice{};
};

// toml++ recurses into every part of a key, and its values take hundreds of times their text. On
// some characters beyond ASCII outside of quotes and comments, 3.3 runs into what it declares
// unreachable.
std::optional<Unreadable> find_unreadable(std::string_view text) {
  std::size_t parts = 1;
  std::size_t values = 0;
  for (std::size_t at = text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
       at < text.size(); ++at) {
    const char c = text[at];
    if (static_cast<unsigned char>(c) >= 0x80)
      return Unreadable{fmt::format("'{}' outside of quotes",
                                    text.substr(at, length_of_character(text.substr(at)))),
                        at, "put a text, or a key of such characters, in double quotes"};
    if (c == '#') at = std::min(text.find('\n', at), text.size()) - 1;
    if (c == '"' || c == '\'') at = end_of_toml_string(text, at) - 1;
    if (c == '.' && ++parts > most_parts) return Unreadable{"a key of more than 16 parts", at};
    if (std::string_view("\n=,[]{}").find(c) != std::string_view::npos) parts = 1;
    if (std::string_view("=,[{.").find(c) != std::string_view::npos && ++values > most_values)
      return Unreadable{"more than 100,000 values", at};
  }
  return std::nullopt;
}

TextPoint point_at(std::string_view text, std::size_t offset) {
  const auto before = text.substr(0, offset);
  const auto line_begin = before.rfind('\n') + 1;
  const auto lines = std::ranges::count(before, '\n');
  return {static_cast<std::size_t>(lines) + 1, count_characters(before.substr(line_begin)) + 1};
}

constexpr std::string_view bare_text = "not a valid value: a text must be in double quotes";
constexpr std::string_view form_of_values =
    "other values are numbers, true, false, dates such as 2026-12-31, [lists] and {tables}";
constexpr std::string_view form_of_lines = "each line is KEY = VALUE, [TABLE] or a # comment";

// Returns what was found, in the words of the library: ", got ':'"; empty if it does not say.
std::string found_of(std::string_view description) {
  const auto saw = description.rfind(", saw ");
  return saw == std::string_view::npos ? "" : fmt::format(", got {}", description.substr(saw + 6));
}

constexpr std::array<std::string_view, 8> words_of_truth{"yes", "no", "on",   "off",
                                                         "y",   "n",  "true", "false"};

// Returns the fault of a text that lacks its quotes.
TomlFault fault_of_bare_text(std::string_view line, TextPoint at) {
  const auto after = line.substr(std::min(line.find('=') + 1, line.size()));
  const auto value = trimmed(after.substr(0, after.find(" #")));
  if (contains(words_of_truth, lower_case(value)))
    return {"not a valid value", at, "write true or false, in lower case and without quotes"};
  const bool is_alone = !value.empty() && value.find_first_of("[]{},\"'") == value.npos;
  return {std::string(bare_text), at,
          is_alone ? fmt::format("write {}", toml_quote(value)) : std::string(form_of_values)};
}

TomlFault fault_of(std::string_view description, std::string_view line, TextPoint at) {
  const bool is_line_end = at.column > count_characters(line);
  if (is_line_end && description.find("control characters") != std::string_view::npos)
    return {"the text is not closed on its line", at, "end it with the same quote"};
  const auto* found = find_rewording(Library::toml, description);
  if (found == nullptr) return {"not valid TOML", at, std::string(form_of_lines)};
  if (found->message == bare_text) return fault_of_bare_text(line, at);
  if (found->words == "redefine existing table" && trimmed(line).starts_with("[["))
    return {"a table further up has this name in single brackets", at,
            "write [[NAME]] there, too: it begins each table of a list"};
  const bool is_expectation = found->message.starts_with("expected");
  return {std::string(found->message) + (is_expectation ? found_of(description) : ""), at,
          std::string(found->advice)};
}

} // namespace

tl::expected<TomlValue, TomlFault> parse_toml(std::string_view text) {
  if (const auto invalid = find_invalid_utf8(text))
    return tl::unexpected(TomlFault{"not valid UTF-8", point_at(text, *invalid)});
  if (const auto found = find_unreadable(text))
    return tl::unexpected(
        TomlFault{found->message, point_at(text, found->at), std::string(found->advice)});
  const auto result = toml::parse(text);
  if (result) return convert(result.table());
  if (const auto conflict = find_merge_conflict(text))
    return tl::unexpected(TomlFault{"a merge conflict starts here; keep one side completely",
                                    point_at(text, *conflict)});
  const auto at = point_of(result.error().source().begin);
  return tl::unexpected(fault_of(result.error().description(), line_of(text, at.line), at));
}

// The escapes of JSON are those of TOML, which requires one more.
std::string toml_quote(std::string_view text) {
  auto quoted = json_quote(text);
  for (auto at = quoted.find('\x7F'); at != std::string::npos; at = quoted.find('\x7F', at))
    quoted.replace(at, 1, "\\u007F");
  return quoted;
}

const TomlMember* find_toml_member(const TomlValue& table, std::string_view key) {
  return find_row(table.members, &TomlMember::key, key);
}

std::string_view line_of(std::string_view text, std::size_t line) {
  const auto all = split(text, '\n');
  if (line > all.size()) return {};
  const auto found = all[std::max<std::size_t>(1, line) - 1];
  return found.substr(0, found.size() - (found.ends_with('\r') ? 1 : 0));
}

} // namespace mrctl::config
