#include "mrctl/json/tokens.hpp"

#include "mrctl/json/value.hpp"

#include "scan.hpp"

#include <algorithm>

namespace mrctl {

namespace {

std::size_t length_of_token(std::string_view text) {
  if (text.empty()) return 0;
  switch (text.front()) {
  case '"':
    return end_of_json_string(text, 0);
  case '{':
  case '}':
  case '[':
  case ']':
  case ',':
  case ':':
    return 1;
  default:
    return std::min(text.find_first_of(",]} \t\r\n"), text.size());
  }
}

} // namespace

std::string_view JsonTokens::peek() {
  if (length_ == 0) {
    while (at_ < text_.size() && is_json_space(text_[at_]))
      ++at_;
    length_ = length_of_token(text_.substr(at_));
  }
  return text_.substr(at_, length_);
}

std::string_view JsonTokens::next() {
  const auto token = peek();
  at_ += token.size();
  length_ = 0;
  return token;
}

std::string json_unquoted(std::string_view token) {
  const auto inside = token.substr(1, token.size() - 2);
  if (inside.find('\\') == std::string_view::npos) return std::string(inside);
  const auto text = parse_json(token, Reading::tolerant);
  return text && text->is_string() ? text->get<std::string>() : std::string(inside);
}

} // namespace mrctl
