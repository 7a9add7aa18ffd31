#include "syntax.hpp"

#include "mrctl/base/text.hpp"

#include "ordinary.hpp"
#include "scan.hpp"
#include "words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace mrctl {

namespace {

constexpr std::size_t length_of_escape = 6; // "\uXXXX"

// Scans a text up to the point where it stops being JSON. Each take function returns whether it
// found no fault.
class FaultFinder {
public:
  explicit FaultFinder(std::string_view text)
      : text_(text), at_(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0) {}

  [[nodiscard]] std::optional<JsonFault> find_fault();

private:
  enum class Awaits { value, item_or_end, item, key_or_end, key, colon, comma_or_end, nothing };

  bool step();
  bool check_notation();
  bool take_value();
  bool take_scalar();
  bool take_key();
  bool take_colon();
  bool take_comma_or_end();
  bool take_string();
  bool take_escape();
  bool take_code(std::size_t begin);
  bool take_number(std::string_view word);
  bool take_word(std::string_view word);
  bool open(Awaits next);
  bool close();

  [[nodiscard]] bool is_in_object() const { return text_[opened_.back()] == '{'; }
  [[nodiscard]] std::string_view container() const { return is_in_object() ? "object" : "array"; }
  [[nodiscard]] char closing() const { return is_in_object() ? '}' : ']'; }
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  [[nodiscard]] std::string found() const { return describe_json_at(text_, at_); }
  [[nodiscard]] std::string_view expected() const;

  bool refuse(std::string message, std::size_t offset, std::string suggestion = {});
  bool refuse_number(std::string message);
  bool refuse_end();
  bool refuse_closing();
  bool refuse_last_comma();

  std::string_view text_;
  std::size_t at_;
  Awaits awaits_ = Awaits::value;
  std::vector<std::size_t> opened_; // the brackets that are open
  std::size_t key_ = 0;             // the last key
  std::size_t comma_ = 0;           // the last comma
  JsonFault fault_;
};

std::optional<JsonFault> FaultFinder::find_fault() {
  for (bool is_fine = true; is_fine;) {
    at_ = std::min(text_.find_first_not_of(white_space, at_), text_.size());
    if (at_ == text_.size() && awaits_ == Awaits::nothing) return std::nullopt;
    is_fine = at_ < text_.size() ? check_notation() && step() : refuse_end();
  }
  return fault_;
}

bool FaultFinder::step() {
  const char c = text_[at_];
  switch (awaits_) {
  case Awaits::value:
    return take_value();
  case Awaits::item_or_end:
    return c == ']' ? close() : take_value();
  case Awaits::item:
    return c == ']' ? refuse_last_comma() : take_value();
  case Awaits::key_or_end:
    return c == '}' ? close() : take_key();
  case Awaits::key:
    return c == '}' ? refuse_last_comma() : take_key();
  case Awaits::colon:
    return take_colon();
  case Awaits::comma_or_end:
    return take_comma_or_end();
  case Awaits::nothing:
    break;
  }
  return refuse(fmt::format("expected the end of the text after the value, got {}", found()), at_);
}

// Constructs of other notations that people try.
bool FaultFinder::check_notation() {
  if (rest().starts_with("//") || rest().starts_with("/*") || rest().starts_with('#'))
    return refuse("JSON has no comments", at_, "remove it, or write the file in YAML");
  if (rest().starts_with('\'')) return refuse("strings use double quotes, not single quotes", at_);
  if (begins_with_foreign_quote(rest()))
    return refuse(fmt::format("a string must be in double quotes, got {}", found()), at_);
  return true;
}

bool FaultFinder::take_value() {
  const char c = text_[at_];
  if (c == '{') return open(Awaits::key_or_end);
  if (c == '[') return open(Awaits::item_or_end);
  if (!take_scalar()) return false;
  awaits_ = opened_.empty() ? Awaits::nothing : Awaits::comma_or_end;
  return true;
}

bool FaultFinder::take_scalar() {
  constexpr std::string_view begins_number = "0123456789+-.";
  if (text_[at_] == '"') return take_string();
  const auto word = json_word_at(text_, at_);
  if (word.empty()) return refuse(fmt::format("expected {}, got {}", expected(), found()), at_);
  const bool is_number = begins_number.find(word.front()) != std::string_view::npos;
  return is_number ? take_number(word) : take_word(word);
}

bool FaultFinder::take_key() {
  key_ = at_;
  const auto word = json_word_at(text_, at_);
  if (!word.empty())
    return refuse(fmt::format("a key must be in double quotes, got {}", found()), at_,
                  fmt::format("\"{}\"", word));
  if (text_[at_] != '"')
    return refuse(fmt::format("expected {}, got {}", expected(), found()), at_);
  awaits_ = Awaits::colon;
  return take_string();
}

bool FaultFinder::take_colon() {
  if (text_[at_] != ':')
    return refuse(fmt::format("expected ':' after the key {}, got {}",
                              describe_json_at(text_, key_), found()),
                  at_);
  ++at_;
  awaits_ = Awaits::value;
  return true;
}

bool FaultFinder::take_comma_or_end() {
  const char c = text_[at_];
  if (c == closing()) return close();
  if (c == '}' || c == ']') return refuse_closing();
  if (c == '"' || c == '{' || c == '[' || !json_word_at(text_, at_).empty())
    return refuse(fmt::format("missing comma before {}", found()), at_);
  if (c != ',') return refuse(fmt::format("expected ',' or '{}', got {}", closing(), found()), at_);
  comma_ = at_++;
  awaits_ = is_in_object() ? Awaits::key : Awaits::item;
  return true;
}

bool FaultFinder::open(Awaits next) {
  opened_.push_back(at_++);
  awaits_ = next;
  return true;
}

bool FaultFinder::close() {
  opened_.pop_back();
  ++at_;
  awaits_ = opened_.empty() ? Awaits::nothing : Awaits::comma_or_end;
  return true;
}

bool FaultFinder::take_string() {
  const auto quote = at_++;
  while (at_ < text_.size()) {
    const auto c = static_cast<unsigned char>(text_[at_]);
    if (c == '\n' || c == '\r')
      return refuse("the string that starts here has no closing quote on its line", quote);
    if (c < 0x20)
      return refuse(fmt::format("{} in a string must be written as {}",
                                c == '\t' ? "a tab" : found(),
                                c == '\t' ? "\\t" : fmt::format("\\u{:04x}", c)),
                    at_);
    if (c == '\\') {
      if (!take_escape()) return false;
      continue;
    }
    ++at_;
    if (c == '"') return true;
  }
  return refuse("the string that starts here has no closing quote", quote);
}

bool FaultFinder::take_escape() {
  constexpr std::string_view letters = "\"\\/bfnrt";
  const auto letter = text_.substr(at_ + 1, 1);
  if (letter == "u") return take_code(at_);
  if (!letter.empty() && letters.find(letter) == std::string_view::npos)
    return refuse(fmt::format(R"('\' starts an escape sequence, but {} is not one)",
                              describe_json_at(text_, at_ + 1)),
                  at_, R"(write \\ for a backslash)");
  at_ = std::min(at_ + 2, text_.size());
  return true;
}

// Characters beyond U+FFFF are written as surrogate pairs.
bool FaultFinder::take_code(std::size_t begin) {
  const auto code = read_json_escape(text_.substr(begin));
  if (!code) return refuse(R"(\u requires four hexadecimal digits)", begin);
  at_ += length_of_escape;
  if (*code < 0xD800 || *code > 0xDFFF) return true;
  const auto other = *code < 0xDC00 ? read_json_escape(rest()) : std::nullopt;
  if (!other || *other < 0xDC00 || *other > 0xDFFF)
    return refuse(
        fmt::format("{} is half of a surrogate pair", text_.substr(begin, length_of_escape)), begin,
        R"(write both halves, such as \ud83d\ude00, or the character itself)");
  at_ += length_of_escape;
  return true;
}

bool FaultFinder::take_number(std::string_view word) {
  if (is_no_finite_number(word))
    return refuse_number(fmt::format("{} is not a number that JSON can represent", word));
  if (!is_json_number(word))
    return refuse(fmt::format("{} is not a JSON number", found()), at_, mended_number(word));
  if (!is_plain_enough(word)) return refuse_number(std::string(too_many_digits));
  at_ += word.size();
  return true;
}

bool FaultFinder::take_word(std::string_view word) {
  at_ += word.size();
  if (word == "true" || word == "false" || word == "null") return true;
  at_ -= word.size();
  if (is_no_finite_number(word))
    return refuse_number(fmt::format("{} is not a number that JSON can represent", word));
  const auto meant = mended_word(word);
  return refuse(
      fmt::format("{}, got {}",
                  meant.empty() ? "a string must be in double quotes" : "expected a value",
                  found()),
      at_, std::string(meant));
}

std::string_view FaultFinder::expected() const {
  switch (awaits_) {
  case Awaits::key_or_end:
    return "a key in double quotes or '}'";
  case Awaits::key:
    return "a key in double quotes";
  case Awaits::item_or_end:
    return "a value or ']'";
  default:
    return "a value";
  }
}

bool FaultFinder::refuse(std::string message, std::size_t offset, std::string suggestion) {
  fault_.rule = "json.syntax";
  fault_.message = std::move(message);
  fault_.offset = offset;
  fault_.suggestion = std::move(suggestion);
  return false;
}

bool FaultFinder::refuse_number(std::string message) {
  refuse(std::move(message), at_);
  fault_.rule = "json.number";
  return false;
}

// The visible end: after the last character that is not white space.
bool FaultFinder::refuse_end() {
  const auto end = text_.find_last_not_of(white_space) + 1;
  if (opened_.empty()) return refuse("the text ends where a value was expected", end);
  fault_.first_offset = opened_.back();
  fault_.first_words = " that starts at";
  return refuse(
      fmt::format("the text ends before the '{}' that closes the {}", closing(), container()), end);
}

bool FaultFinder::refuse_closing() {
  fault_.first_offset = opened_.back();
  fault_.first_words = " that starts at";
  return refuse(
      fmt::format("expected '{}', got {}, to close the {}", closing(), found(), container()), at_);
}

bool FaultFinder::refuse_last_comma() {
  return refuse(fmt::format("trailing comma after the last {}", is_in_object() ? "member" : "item"),
                comma_, "remove it");
}

} // namespace

std::optional<JsonFault> explain_json_syntax(std::string_view text) {
  return FaultFinder(text).find_fault();
}

} // namespace mrctl
