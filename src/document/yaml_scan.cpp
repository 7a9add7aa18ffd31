#include "yaml_scan.hpp"

#include "mrctl/base/text.hpp"

#include "quotes.hpp"

#include <algorithm>

namespace mrctl::document {

namespace {

constexpr std::string_view flow_marks = ",[]{}";

bool is_among(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

// The walk goes from token to token; lines count from their first character.
class Scanner {
public:
  explicit Scanner(std::string_view text) : text_(text) {}

  [[nodiscard]] YamlScan scan() &&;

private:
  void skip_to_token();
  bool take_token(); // returns whether to go on
  bool take_indicator();
  bool take_bracket();
  bool take_quoted();
  void take_plain();
  void take_block_text();
  void skip_deeper_lines();

  [[nodiscard]] bool is_in_flow() const { return !found_.open_brackets.empty(); }
  [[nodiscard]] bool is_space_at(std::size_t at) const {
    return at >= text_.size() || is_among(text_[at], white_space);
  }
  [[nodiscard]] std::size_t end_of_line(std::size_t at) const {
    return std::min(text_.find('\n', at), text_.size());
  }
  [[nodiscard]] std::size_t column() const { return at_ - line_; }
  void go_to(std::size_t at);

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 0;   // where the line begins
  std::size_t parent_ = 0; // one more than the column of the key or dash that the next value is of
  YamlScan found_;
};

YamlScan Scanner::scan() && {
  for (skip_to_token(); at_ < text_.size(); skip_to_token())
    if (!take_token()) break;
  return std::move(found_);
}

void Scanner::go_to(std::size_t at) {
  for (auto end = end_of_line(at_); end < at; end = end_of_line(end + 1))
    line_ = end + 1;
  at_ = std::min(at, text_.size());
}

void Scanner::skip_to_token() {
  while (at_ < text_.size()) {
    const bool is_comment = text_[at_] == '#' && (at_ == 0 || is_space_at(at_ - 1));
    if (is_comment)
      at_ = end_of_line(at_);
    else if (is_space_at(at_))
      go_to(at_ + 1);
    else
      return;
  }
}

bool Scanner::take_token() {
  const char c = text_[at_];
  if (is_among(c, "[]{}") && (is_in_flow() || is_among(c, "[{"))) return take_bracket();
  if (c == '"' || c == '\'') return take_quoted();
  if (take_indicator()) return true;
  if (is_among(c, "|>") && !is_in_flow())
    take_block_text();
  else
    take_plain();
  return true;
}

// Dashes, question marks, colons and commas between values; tags, anchors and aliases before them.
bool Scanner::take_indicator() {
  const char c = text_[at_];
  if (is_in_flow() && c == ',') {
    ++at_;
    return true;
  }
  const auto marker = text_.substr(at_, 3);
  if (column() == 0 && (marker == "---" || marker == "...") && is_space_at(at_ + 3)) {
    at_ += 3;
    parent_ = 0;
    return true;
  }
  if (is_among(c, "-?:") && is_space_at(at_ + 1)) {
    if (!is_in_flow() && c != ':') parent_ = column() + 1;
    ++at_;
    return true;
  }
  if (!is_among(c, "&*!")) return false;
  at_ =
      std::min(text_.find_first_of(is_in_flow() ? " \t\r\n,[]{}" : white_space, at_), text_.size());
  return true;
}

bool Scanner::take_bracket() {
  const char c = text_[at_];
  if (c == '[' || c == '{') {
    found_.open_brackets.push_back(at_++);
    return true;
  }
  const auto opening = found_.open_brackets.back();
  if ((text_[opening] == '[') != (c == ']')) {
    found_.misfit = at_;
    return false;
  }
  found_.open_brackets.pop_back();
  ++at_;
  return true;
}

bool Scanner::take_quoted() {
  const auto begin = at_;
  const auto first_line = line_;
  const auto size = size_of_quoted(text_.substr(begin));
  if (size == 0) {
    found_.open_quote = begin;
    return false;
  }
  const auto start = column();
  go_to(begin + size);
  if (line_ != first_line) found_.long_quotes.push_back({begin, at_});
  const bool is_key =
      !is_in_flow() && line_ == first_line && at_ < text_.size() && text_[at_] == ':';
  if (is_key) parent_ = start + 1;
  return true;
}

// A plain text ends at ": ", " #", the end of the line, and in brackets at what divides them.
void Scanner::take_plain() {
  const auto start = column();
  auto end = at_ + 1;
  bool is_key = false;
  for (; end < text_.size() && text_[end] != '\n'; ++end) {
    const char c = text_[end];
    is_key = c == ':' &&
             (is_space_at(end + 1) || (is_in_flow() && is_among(text_[end + 1], flow_marks)));
    if (is_key || (c == '#' && is_space_at(end - 1))) break;
    if (is_in_flow() && is_among(c, flow_marks)) break;
  }
  at_ = std::min(end, text_.size());
  if (is_in_flow()) return;
  if (is_key)
    parent_ = start + 1;
  else
    skip_deeper_lines();
}

// "|" or ">", and the lines below that are further in than what they belong to.
void Scanner::take_block_text() {
  at_ = end_of_line(at_);
  skip_deeper_lines();
}

void Scanner::skip_deeper_lines() {
  for (auto begin = end_of_line(at_) + 1; begin < text_.size(); begin = end_of_line(begin) + 1) {
    const auto content = text_.find_first_not_of(' ', begin);
    if (content == std::string_view::npos) break;
    const bool is_blank = is_among(text_[content], "\r\n");
    if (!is_blank && content - begin < parent_) break;
    go_to(end_of_line(begin));
  }
}

} // namespace

YamlScan scan_yaml(std::string_view text) {
  return Scanner(text).scan();
}

} // namespace mrctl::document
