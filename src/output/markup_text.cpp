#include "markup_text.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/output/text.hpp"

namespace mrctl::output {

namespace {

std::string with_entities(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    case '\'':
      out += "&#39;";
      break;
    default:
      out += c;
    }
  }
  return out;
}

// Inside a word, an underscore is not markup.
bool is_markup(std::string_view text, std::size_t at) {
  if (is_alphanumeric(text[at])) return false;
  if (text[at] != '_')
    return std::string_view("\\|`*<[~&$").find(text[at]) != std::string_view::npos;
  const bool is_inside = at > 0 && at + 1 < text.size() && is_alphanumeric(text[at - 1]) &&
                         is_alphanumeric(text[at + 1]);
  return !is_inside;
}

} // namespace

std::string markup_text(std::string_view text) {
  return with_entities(safe_text(text));
}

std::string markup_lines(std::string_view text) {
  return with_entities(safe_lines(text));
}

std::string markdown_text(std::string_view text) {
  const auto safe = safe_text(text);
  std::string out;
  for (std::size_t i = 0; i < safe.size(); ++i) {
    if (is_markup(safe, i)) out += '\\';
    out += safe[i];
  }
  return out;
}

} // namespace mrctl::output
