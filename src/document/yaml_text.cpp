#include "yaml_text.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"

#include "yaml_scan.hpp"

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <istream>
#include <optional>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mrctl::document {

namespace {

constexpr std::string_view ends_of_name = " \t\r\n,[]{}";

JsonFault fault_at(std::size_t offset, std::string message, std::string suggestion = {}) {
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

// What stands in front of the offset in its line.
std::string_view line_before(std::string_view text, std::size_t offset) {
  const auto begin = begin_of_line(text, offset);
  return text.substr(begin, offset - begin);
}

std::string_view name_at(std::string_view text, std::size_t offset) {
  const auto rest = text.substr(std::min(offset, text.size()));
  return rest.substr(0, std::min(rest.find_first_of(ends_of_name), rest.size()));
}

// The tab that indents the line of the offset, where one does.
std::optional<std::size_t> tab_of_line(std::string_view text, std::size_t offset) {
  const auto begin = begin_of_line(text, offset);
  const auto line = text.substr(begin);
  const auto indent = line.substr(0, std::min(line.find_first_not_of(blanks), line.size()));
  const auto tab = indent.find('\t');
  return tab == std::string_view::npos ? std::nullopt : std::optional(begin + tab);
}

JsonFault explain_tab(std::size_t offset) {
  return fault_at(offset, "this line is indented with a tab; YAML allows spaces only");
}

JsonFault explain_key_in_brackets(std::string_view text, std::size_t offset) {
  auto fault = fault_at(offset, fmt::format("a key must be a string, got an {}",
                                            text[offset] == '[' ? "array" : "object"));
  fault.rule = "yaml.key";
  return fault;
}

// YAML 1.2, section 7.4.2: of a key that no '?' announces.
constexpr std::size_t longest_implicit_key = 1024;

// yaml-cpp points at the colon that is too many, or too far behind its key.
JsonFault explain_colon(std::string_view text, std::size_t offset) {
  const auto before = line_before(text, offset);
  const auto first = std::min(before.find_first_not_of(blanks), before.size());
  if (before.substr(first).starts_with('[') || before.substr(first).starts_with('{'))
    return explain_key_in_brackets(text, begin_of_line(text, offset) + first);
  const bool is_second = before.find(": ") != std::string_view::npos;
  if (is_second)
    return fault_at(offset, "a second ':' on one line, after a value",
                    "put text that contains ': ' in quotes");
  if (before.size() - first > longest_implicit_key)
    return fault_at(begin_of_line(text, offset) + first,
                    fmt::format("a key has at most {} characters in YAML", longest_implicit_key),
                    "start a longer key with '? ', or write the body as JSON");
  return fault_at(begin_of_line(text, offset) + first,
                  "a key is not allowed here, where the text of the line above continues",
                  "indent it like its neighbours, or check for a missing ':' above");
}

JsonFault explain_key(std::string_view text, std::size_t offset) {
  const auto rest = text.substr(offset);
  if (rest.starts_with("- ") || rest.starts_with("-\n"))
    return fault_at(offset, "a list item is not allowed here",
                    "indent it like the other items, below its key");
  return fault_at(offset,
                  fmt::format("expected a key on a line of its own, got {}",
                              rest.empty() ? "the end of the text"
                                           : "'" + abbreviated(name_at(text, offset)) + "'"),
                  line_before(text, offset).find_first_not_of(blanks) == std::string_view::npos
                      ? "indent it like its neighbours"
                      : "put the whole value in quotes");
}

JsonFault explain_alias(std::string_view text, std::size_t offset) {
  std::vector<std::string> names;
  for (auto at = text.find('&'); at < offset; at = text.find('&', at + 1))
    names.emplace_back(name_at(text, at + 1));
  const auto name = std::string(name_at(text, offset + 1));
  const auto nearest = nearest_word(name, names);
  return fault_at(offset, fmt::format("there is no anchor '&{}' before this alias", name),
                  nearest.empty() ? "put text that starts with '*' in quotes" : "*" + nearest);
}

// yaml-cpp points behind the sign.
JsonFault explain_name(std::string_view text, std::size_t offset) {
  const auto sign = text.find_last_of("*&", offset == 0 ? 0 : offset - 1);
  const auto at = sign == std::string_view::npos ? offset : sign;
  const char c = at < text.size() ? text[at] : '*';
  return fault_at(at,
                  fmt::format("'{}' starts the name of an {}", c, c == '*' ? "alias" : "anchor"),
                  fmt::format("put text that starts with '{}' in quotes", c));
}

std::size_t backslash_before(std::string_view text, std::size_t offset) {
  const auto found = text.rfind('\\', offset == 0 ? 0 : offset - 1);
  return found == std::string_view::npos ? offset : found;
}

std::optional<unsigned> code_of_escape(std::string_view text) {
  constexpr std::size_t length = 6;
  unsigned code = 0;
  if (!text.starts_with("\\u") || text.size() < length) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + length, code, 16);
  if (error != std::errc{} || end != text.data() + length) return std::nullopt;
  return code;
}

// JSON writes characters beyond U+FFFF in two halves, YAML does not.
JsonFault explain_code(std::string_view text, std::size_t offset) {
  const auto begin = backslash_before(text, offset);
  const auto first = code_of_escape(text.substr(begin));
  if (!first || *first < 0xD800 || *first > 0xDFFF)
    return fault_at(begin, "an escape sequence for a character that does not exist");
  const auto second = code_of_escape(text.substr(begin + 6));
  const bool is_pair = *first < 0xDC00 && second && *second >= 0xDC00 && *second <= 0xDFFF;
  return fault_at(
      begin, fmt::format("{} is half of a surrogate pair", text.substr(begin, 6)),
      is_pair ? fmt::format("\\U{:08x}", 0x10000 + ((*first - 0xD800) << 10U) + (*second - 0xDC00))
              : "write the character itself");
}

JsonFault explain_escape(std::string_view text, std::size_t offset) {
  const auto begin = backslash_before(text, offset);
  return fault_at(begin, R"('\' begins an escape, and this is none)",
                  R"(write \\ for a backslash, or put the text in single quotes)");
}

JsonFault explain_token(std::string_view text, std::size_t offset) {
  const auto first = text.substr(offset, 1);
  return fault_at(offset, fmt::format("text cannot start with '{}'", first),
                  "put the text in quotes");
}

// yaml-cpp points at the colon behind a key that nothing divides from the member before it.
JsonFault explain_missing_comma(std::string_view text, std::size_t offset) {
  auto begin = offset;
  if (offset > 0 && text[offset] == ':') {
    const char last = text[offset - 1];
    const bool is_quoted = offset > 1 && (last == '"' || last == '\'');
    const auto before =
        is_quoted ? text.rfind(last, offset - 2) : text.find_last_of(white_space, offset - 1);
    if (before != std::string_view::npos) begin = is_quoted ? before : before + 1;
  }
  return fault_at(begin, "expected ',' or '}' before this");
}

JsonFault explain_misfit(std::string_view text, std::size_t closing, std::size_t opening) {
  const bool is_array = text[opening] == '[';
  auto fault = fault_at(closing, fmt::format("expected '{}', got '{}', to close the {}",
                                             is_array ? ']' : '}', text[closing],
                                             is_array ? "array" : "object"));
  fault.first_offset = opening;
  fault.first_words = " that starts at";
  return fault;
}

JsonFault explain_quote(const YamlScan::Quoted& quoted) {
  auto fault = fault_at(quoted.begin, "the quoted text that starts here is followed by other text",
                        "check for a missing closing quote");
  fault.first_offset = quoted.end - 1;
  fault.first_words = ", at";
  return fault;
}

using Explain = JsonFault (*)(std::string_view text, std::size_t offset);

struct Row {
  std::string_view message; // its beginning
  Explain explain;
};

const std::vector<Row>& explanations() {
  namespace Said = YAML::ErrorMsg;
  static const std::vector<Row> rows{
      {Said::MAP_VALUE, explain_colon},
      {Said::END_OF_MAP_FLOW, explain_missing_comma},
      {Said::END_OF_SEQ_FLOW,
       [](std::string_view, std::size_t offset) {
         return fault_at(offset, "expected ',' or ']' before this");
       }},
      {Said::END_OF_MAP, explain_key},
      {Said::END_OF_SEQ, explain_key},
      {Said::UNKNOWN_ANCHOR, explain_alias},
      {Said::ALIAS_NOT_FOUND, explain_name},
      {Said::ANCHOR_NOT_FOUND, explain_name},
      {Said::CHAR_IN_ALIAS, explain_name},
      {Said::CHAR_IN_ANCHOR, explain_name},
      {Said::INVALID_ESCAPE, explain_escape},
      {Said::INVALID_UNICODE, explain_code},
      {Said::UNKNOWN_TOKEN, explain_token},
      {Said::TAB_IN_INDENTATION,
       [](std::string_view, std::size_t offset) { return explain_tab(offset); }},
      {Said::INVALID_HEX,
       [](std::string_view text, std::size_t offset) {
         return fault_at(backslash_before(text, offset),
                         R"(\x, \u and \U take 2, 4 and 8 hexadecimal digits)");
       }},
      {Said::FLOW_END,
       [](std::string_view text, std::size_t offset) {
         return fault_at(offset, fmt::format("'{}' closes nothing", text.substr(offset, 1)));
       }},
      {Said::BLOCK_ENTRY,
       [](std::string_view, std::size_t offset) {
         return fault_at(offset, "'- ' starts a list item, which must be on its own line",
                         "put text that starts with '- ' in quotes");
       }},
      {Said::MAP_KEY,
       [](std::string_view, std::size_t offset) {
         return fault_at(offset, "'? ' starts a key, which is not allowed here",
                         "put text that starts with '? ' in quotes");
       }},
      {Said::CHAR_IN_BLOCK,
       [](std::string_view, std::size_t offset) {
         return fault_at(offset, "the text of '|' and '>' starts on the next line");
       }},
  };
  return rows;
}

// Finds the bracket or the quote that makes a document stop at an offset: one that nothing closes,
// or that something else does.
std::optional<JsonFault> find_broken_pair(std::string_view text, std::size_t offset) {
  const auto scan = scan_yaml(text);
  if (scan.misfit && *scan.misfit <= offset)
    return explain_misfit(text, *scan.misfit, scan.open_brackets.back());
  if (scan.open_quote && *scan.open_quote <= offset)
    return fault_at(*scan.open_quote, "the quoted text that starts here has no closing quote");
  const auto open = std::upper_bound(scan.open_brackets.begin(), scan.open_brackets.end(), offset);
  if (!scan.misfit && open != scan.open_brackets.begin())
    return fault_at(*(open - 1), fmt::format("this '{}' is never closed", text[*(open - 1)]));
  for (const auto& quoted : scan.long_quotes) {
    if (quoted.end > offset) break;
    const auto between = text.substr(quoted.end, offset - quoted.end);
    if (between.find_first_not_of(blanks) == std::string_view::npos) return explain_quote(quoted);
  }
  return std::nullopt;
}

// Says in words for people what yaml-cpp said of a document's syntax, and where it is to be mended.
JsonFault explain_yaml_syntax(std::string_view text, const std::string& message,
                              std::size_t offset) {
  if (auto broken = find_broken_pair(text, offset)) return *std::move(broken);
  if (const auto tab = tab_of_line(text, offset)) return explain_tab(*tab);
  const auto& rows = explanations();
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [&](const Row& each) { return message.starts_with(each.message); });
  return row == rows.end() ? fault_at(offset, message) : row->explain(text, offset);
}

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

// Reads pieces of text one after the other, without a copy of them.
class Pieces : public std::streambuf {
public:
  explicit Pieces(const std::array<std::string_view, 3>& pieces) : pieces_(pieces) {}

protected:
  int_type underflow() override {
    while (next_ < pieces_.size()) {
      if (pieces_.at(next_++).empty()) continue;
      read(next_ - 1, 0);
      return traits_type::to_int_type(*gptr());
    }
    return traits_type::eof();
  }

  // yaml-cpp reads ahead to look for a byte-order mark, and puts back what it has read.
  int_type pbackfail(int_type character) override {
    for (auto piece = next_ - std::min<std::size_t>(next_, 1); piece-- > 0;) {
      const auto size = pieces_.at(piece).size();
      if (size == 0) continue;
      read(piece, size - 1);
      next_ = piece + 1;
      return traits_type::not_eof(character);
    }
    return traits_type::eof();
  }

private:
  void read(std::size_t piece, std::size_t offset) {
    const auto text = pieces_.at(piece);
    auto* begin = const_cast<char*>(text.data()); // never written: what is put back is the same
    setg(begin, begin + offset, begin + text.size());
  }

  std::array<std::string_view, 3> pieces_;
  std::size_t next_ = 0;
};

} // namespace

YamlText::YamlText(std::string_view text) : text_(text), marker_(place_for_marker(text)) {}

std::size_t YamlText::offset_of(const YAML::Mark& mark) const {
  const auto offset = static_cast<std::size_t>(std::max(mark.pos, 0));
  const bool is_behind_marker = marker_ < text_.size() && offset > marker_;
  return std::min(is_behind_marker ? offset - std::min(offset - marker_, marker.size()) : offset,
                  text_.size());
}

std::optional<JsonFault> YamlText::feed(YAML::EventHandler& handler) const {
  const bool is_marked = marker_ < text_.size();
  Pieces pieces(
      {text_.substr(0, marker_), is_marked ? marker : std::string_view(), text_.substr(marker_)});
  std::istream stream(&pieces);
  try {
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(handler))
      return JsonFault{.rule = "body.empty", .message = "there are only comments here"};
    parser.HandleNextDocument(handler);
    return std::nullopt;
  } catch (const JsonFault& fault) {
    if (fault.rule != "yaml.key") return fault;
    return find_broken_pair(text_, fault.offset).value_or(fault);
  } catch (const YAML::DeepRecursion& error) {
    return JsonFault{
        .rule = "yaml.depth", .message = "nested too deeply", .offset = offset_of(error.mark)};
  } catch (const YAML::Exception& error) {
    return explain_yaml_syntax(text_, error.msg, offset_of(error.mark));
  }
}

} // namespace mrctl::document
