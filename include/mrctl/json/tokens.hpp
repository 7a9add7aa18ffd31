#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mrctl {

// Reads JSON text that parse_json() has accepted, token by token.
class JsonTokens {
public:
  explicit JsonTokens(std::string_view text) : text_(text) {}

  // Returns the next token as written: a bracket, a comma, a colon, or a scalar with its quotes;
  // empty after the last one. peek() does not consume it.
  [[nodiscard]] std::string_view peek();
  std::string_view next();

private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t length_ = 0; // of the token at at_; 0 if not determined yet
};

// Returns the text that a JSON string stands for; `token` has its quotes.
[[nodiscard]] std::string json_unquoted(std::string_view token);

} // namespace mrctl
