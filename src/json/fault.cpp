#include "mrctl/base/decimal.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"

#include "scanner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl {

// Words for people about the place where a scanner has stopped.

namespace {

constexpr std::size_t longest_description = 24;

JsonFault syntax_fault(std::size_t offset, std::string message, Suggestion suggestion = {}) {
  return {.rule = "json.syntax",
          .message = std::move(message),
          .offset = offset,
          .suggestion = std::move(suggestion)};
}

JsonFault number_fault(std::size_t offset, std::string message) {
  return {.rule = "json.number", .message = std::move(message), .offset = offset};
}

bool is_word_character(char c) {
  return is_alphanumeric(c, "_$.+-");
}

// Returns the name or number at the offset.
std::string_view word_at(std::string_view text, std::size_t at) {
  const auto rest = text.substr(at);
  const auto end = std::ranges::find_if_not(rest, is_word_character);
  return rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
}

// `text` begins with the quote.
std::string quoted(std::string_view text) {
  std::size_t end = 1;
  while (end < text.size() && text[end] != '"' && text[end] != '\n')
    end += text[end] == '\\' ? 2U : 1U;
  return abbreviated(text.substr(0, end + 1), longest_description);
}

// Returns a short description of the text at the offset: "the end of the text", 'tru', "a
// \"quoted\" text", "'}'", "U+00A0".
std::string describe_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return "the end of the text";
  const auto rest = text.substr(at);
  if (rest.front() == '"') return quoted(rest);
  if (const auto word = word_at(text, at); !word.empty())
    return fmt::format("'{}'", abbreviated(word, longest_description));
  const auto character = rest.substr(0, length_of_character(rest));
  if (character.empty())
    return fmt::format("the byte 0x{:02X}", static_cast<unsigned char>(rest.front()));
  const auto code = code_point_of(character);
  if (code < 0x20 || code == 0x7F) return fmt::format("U+{:04X}", code);
  if (code < 0x80) return fmt::format("'{}'", character);
  return fmt::format("'{}' (U+{:04X})", character, code);
}

// Returns whether the word is a number by the grammar of JSON, however large.
bool is_json_number(std::string_view word) {
  return word.find_first_of("tfn") != 0 && is_json(word);
}

// Returns whether the word is not-a-number or an infinity in another notation.
bool is_no_finite_number(std::string_view word) {
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  const auto lower = lower_case(word);
  return lower == "nan" || lower == "infinity" || lower == "inf";
}

// Returns the value that was probably meant by a word such as "True", "None" or "nul"; empty for
// other words.
std::string_view mended_word(std::string_view word) {
  const auto lower = lower_case(word);
  if (lower == "none" || lower == "nil" || lower == "undefined") return "null";
  const std::vector<std::string_view> values{"true", "false", "null"};
  return nearest_word(lower, values);
}

JsonFault fault_of_word(std::string_view text, std::size_t at) {
  constexpr std::string_view begins_number = "0123456789+-.";
  const auto word = word_at(text, at);
  if (is_no_finite_number(word))
    return number_fault(at, fmt::format("{} is not a number that JSON can represent", word));
  if (begins_number.find(word.front()) != std::string_view::npos)
    return syntax_fault(at, fmt::format("{} is not a JSON number", describe_at(text, at)),
                        {meant_number(word), Does::meant});
  const auto meant = mended_word(word);
  return syntax_fault(
      at,
      fmt::format("{}, got {}",
                  meant.empty() ? "a string must be in double quotes" : "expected a value",
                  describe_at(text, at)),
      {meant, Does::meant});
}

// Returns the fault of what people write as in other notations, such as comments.
std::optional<JsonFault> fault_of_notation(std::string_view text, std::size_t at) {
  const auto rest = text.substr(at);
  if (rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('#'))
    return syntax_fault(at, "JSON has no comments", "remove it, or write the file in YAML");
  if (rest.starts_with('\''))
    return syntax_fault(at, "strings use double quotes, not single quotes");
  return std::nullopt;
}

// Returns the fault of a text that follows the value.
JsonFault fault_of_rest(std::string_view text, std::size_t at) {
  if (text[at] == '{')
    return syntax_fault(at, "a second object starts here; a file holds one",
                        "put each object in its own file");
  return syntax_fault(at, fmt::format("expected the end of the text after the value, got {}",
                                      describe_at(text, at)));
}

std::string_view name_of_awaited(Awaited awaited) {
  switch (awaited) {
  case Awaited::key_or_end:
    return "a key in double quotes or '}'";
  case Awaited::key:
    return "a key in double quotes";
  case Awaited::item_or_end:
    return "a value or ']'";
  default:
    return "a value";
  }
}

JsonFault fault_of_escape(std::string_view text, std::size_t at, std::size_t quote) {
  const auto letter = text.substr(at + 1, 1);
  if (letter.empty())
    return syntax_fault(quote, "the string that starts here has no closing quote");
  if (letter != "u")
    return syntax_fault(at,
                        fmt::format(R"('\' starts an escape sequence, but {} is not one)",
                                    describe_at(text, at + 1)),
                        R"(write \\ for a backslash)");
  constexpr std::size_t length = 6;
  const auto code = text.substr(at, length);
  return syntax_fault(at,
                      fmt::format("{} is not the code of a character", abbreviated(code, length)),
                      R"(write \u with four hexadecimal digits, or the character itself)");
}

} // namespace

JsonFault JsonScanner::fault() {
  if (auto duplicate = fault_of_duplicate()) return *std::move(duplicate);
  const auto offset = offset_of(token_);
  switch (awaited_) {
  case Awaited::less_depth:
    return {.rule = "json.depth",
            .message = fmt::format("nested more than {} levels deep", deepest_json),
            .offset = offset};
  case Awaited::fewer_members:
    return {.rule = "json.members",
            .message = fmt::format("an object of more than {} members", most_members),
            .path = path(levels_.size() - 1),
            .offset = offset};
  case Awaited::fewer_values:
    return {.rule = "json.values",
            .message = fmt::format("more than {} objects, arrays and long texts", most_extents),
            .offset = offset};
  case Awaited::character:
    return fault_of_character();
  case Awaited::escape:
    return fault_of_escape(text_, offset_of(at_), offset);
  case Awaited::fewer_digits: {
    if (!is_json_number(word_at(text_, offset))) return fault_of_word(text_, offset);
    auto fault = number_fault(offset, std::string(too_many_digits));
    fault.path = path(levels_.size());
    return fault;
  }
  default:
    return fault_at_token();
  }
}

// Returns the fault of the first member in the text that stands twice.
std::optional<JsonFault> JsonScanner::fault_of_duplicate() {
  std::optional<Duplicate> first;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    const auto found = find_duplicate(level);
    if (found && (!first || found->second.offset < first->second.offset)) first = found;
  }
  if (!first) return std::nullopt;
  const auto& name = first->second.name;
  return JsonFault{.rule = "json.duplicate-key",
                   .message = fmt::format("duplicate key \"{}\"", abbreviated(name)),
                   .path = pointer_join(path(first->level), name),
                   .offset = first->second.offset,
                   .first_offset = first->first.offset};
}

// The pointer that leads through so many open values.
std::string JsonScanner::path(std::size_t levels) const {
  std::string out;
  for (std::size_t i = 0; i < levels; ++i) {
    const auto& level = levels_[i];
    if (*level.begin == '[') {
      out = pointer_join(out, extents_[level.extent].size);
      continue;
    }
    const std::string_view key(level.key, end_);
    out = pointer_join(out, json_unquoted(key.substr(0, end_of_json_string(key, 0))));
  }
  return out;
}

JsonFault JsonScanner::fault_at_token() const {
  const auto at = offset_of(at_);
  if (at_ == end_) {
    const auto end = text_.find_last_not_of(white_space) + 1; // of what is visible
    if (levels_.empty()) return syntax_fault(end, "the text ends where a value was expected");
    return fault_of_open_value(
        end, fmt::format("the text ends before the '{}' that closes the", closing()));
  }
  if (find_merge_conflict(text_.substr(at)) == 0)
    return syntax_fault(at, "a merge conflict starts here", "keep one side completely");
  const bool is_behind_value = awaited_ == Awaited::comma_or_end || awaited_ == Awaited::end;
  if (is_behind_value && is_word_character(*at_) && at > 0 && is_word_character(at_[-1])) {
    auto begin = at;
    while (begin > 0 && is_word_character(text_[begin - 1]))
      --begin;
    return fault_of_word(text_, begin);
  }
  if (auto fault = fault_of_notation(text_, at)) return *std::move(fault);
  const auto found = describe_at(text_, at);
  if (awaited_ == Awaited::end) return fault_of_rest(text_, at);
  if (awaited_ == Awaited::comma_or_end) return fault_of_separator();
  if (awaited_ == Awaited::colon) {
    const auto key = describe_at(text_, offset_of(levels_.back().key));
    return syntax_fault(at, fmt::format("expected ':' after the key {}, got {}", key, found));
  }
  const bool is_last_comma =
      (awaited_ == Awaited::key && *at_ == '}') || (awaited_ == Awaited::item && *at_ == ']');
  if (is_last_comma)
    return syntax_fault(
        text_.find_last_not_of(white_space, at - 1),
        fmt::format("trailing comma after the last {}", is_in_object() ? "member" : "item"),
        "remove it");
  const auto word = word_at(text_, at);
  if (word.empty())
    return syntax_fault(at, fmt::format("expected {}, got {}", name_of_awaited(awaited_), found));
  if (awaited_ != Awaited::key && awaited_ != Awaited::key_or_end) return fault_of_word(text_, at);
  return syntax_fault(at, fmt::format("a key must be in double quotes, got {}", found),
                      {fmt::format("\"{}\"", word), Does::meant});
}

// Completes a message about the object or array that is open.
JsonFault JsonScanner::fault_of_open_value(std::size_t offset, const std::string& message) const {
  auto fault = syntax_fault(offset, message + (is_in_object() ? " object" : " array"));
  fault.first_offset = offset_of(levels_.back().begin);
  fault.first_words = " that starts at";
  return fault;
}

JsonFault JsonScanner::fault_of_separator() const {
  const auto at = offset_of(at_);
  const auto found = describe_at(text_, at);
  if (*at_ == '}' || *at_ == ']')
    return fault_of_open_value(
        at, fmt::format("expected '{}', got {}, to close the", closing(), found));
  const bool begins_item = *at_ == '"' || *at_ == '{' || *at_ == '[' || !word_at(text_, at).empty();
  return syntax_fault(at, begins_item
                              ? fmt::format("missing comma before {}", found)
                              : fmt::format("expected ',' or '{}', got {}", closing(), found));
}

JsonFault JsonScanner::fault_of_character() const {
  const auto quote = offset_of(token_);
  const auto at = offset_of(at_);
  if (at_ == end_) return syntax_fault(quote, "the string that starts here has no closing quote");
  const auto c = static_cast<unsigned char>(*at_);
  if (c >= 0x80) return {.rule = "json.utf-8", .message = "not valid UTF-8", .offset = at};
  if (c == '\n' || c == '\r')
    return syntax_fault(quote, "the string that starts here has no closing quote on its line");
  return syntax_fault(at, fmt::format("{} in a string must be written as {}",
                                      c == '\t' ? "a tab" : describe_at(text_, at),
                                      c == '\t' ? "\\t" : fmt::format("\\u{:04x}", c)));
}

} // namespace mrctl
