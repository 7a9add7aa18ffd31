#include "spelling.hpp"

#include "mrctl/json/text.hpp"
#include "mrctl/json/tokens.hpp"

namespace mrctl::service {

std::string spelled_json(std::string_view text) {
  JsonTokens tokens(text);
  std::string out;
  for (auto token = tokens.next(); !token.empty(); token = tokens.next()) {
    const bool has_escapes = token.front() == '"' && token.find('\\') != std::string_view::npos;
    out += has_escapes ? json_quote(json_unquoted(token)) : std::string(token);
  }
  return out;
}

} // namespace mrctl::service
