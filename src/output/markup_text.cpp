#include "markup_text.hpp"

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

} // namespace

std::string markup_text(std::string_view text) {
  return with_entities(safe_text(text));
}

std::string markup_lines(std::string_view text) {
  return with_entities(safe_lines(text));
}

} // namespace mrctl::output
