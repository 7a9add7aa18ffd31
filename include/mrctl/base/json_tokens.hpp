#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mrctl {

// Reads JSON text that parse_json() has accepted, token by token, in one walk.
class JsonTokens {
public:
  explicit JsonTokens(std::string_view text) : text_(text) {}

  // Returns the next token as it is written: a bracket, a comma, a colon, or a scalar with its
  // quotes; empty behind the last one. peek() leaves it there.
  [[nodiscard]] std::string_view peek();
  std::string_view next();

private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t length_ = 0; // of the token at at_; 0 where nobody has looked
};

// Returns the text that a JSON string stands for; `token` has its quotes.
[[nodiscard]] std::string json_unquoted(std::string_view token);

} // namespace mrctl
