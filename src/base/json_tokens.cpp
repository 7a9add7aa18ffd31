#include "mrctl/base/json_tokens.hpp"

#include "mrctl/base/json.hpp"

#include <algorithm>

namespace mrctl {

namespace {

// Returns the position behind the string whose opening quote is the first character.
std::size_t length_of_string(std::string_view text) {
  std::size_t at = 1;
  while (at < text.size() && text[at] != '"')
    at += text[at] == '\\' ? 2U : 1U;
  return std::min(at + 1, text.size());
}

std::size_t length_of_token(std::string_view text) {
  if (text.empty()) return 0;
  if (text.front() == '"') return length_of_string(text);
  if (std::string_view("{}[],:").find(text.front()) != std::string_view::npos) return 1;
  return std::min(text.find_first_of(",]} \t\r\n"), text.size());
}

} // namespace

std::string_view JsonTokens::peek() {
  at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
  const auto rest = text_.substr(at_);
  return rest.substr(0, length_of_token(rest));
}

std::string_view JsonTokens::next() {
  const auto token = peek();
  at_ += token.size();
  return token;
}

std::string json_unquoted(std::string_view token) {
  const auto inside = token.substr(1, token.size() - 2);
  if (inside.find('\\') == std::string_view::npos) return std::string(inside);
  const auto text = parse_json(token, Reading::tolerant);
  return text && text->is_string() ? text->get<std::string>() : std::string(inside);
}

} // namespace mrctl
