#include "quotes.hpp"

namespace mrctl::document {

std::size_t size_of_quoted(std::string_view text) {
  const char quote = text.front();
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool is_escape = quote == '"' ? text[i] == '\\' : text.substr(i).starts_with("''");
    if (is_escape)
      ++i;
    else if (text[i] == quote)
      return i + 1;
  }
  return 0;
}

} // namespace mrctl::document
