#include "mrctl/output/terminal.hpp"

#include <utility>

namespace mrctl::output {

namespace {

std::string_view escape_of(Style style) {
  switch (style) {
  case Style::plain:
    return "";
  case Style::bold:
    return "\x1b[1m";
  case Style::dim:
    return "\x1b[2m";
  case Style::error:
    return "\x1b[1;31m";
  case Style::warning:
    return "\x1b[1;33m";
  case Style::key:
    return "\x1b[1;34m";
  case Style::string:
    return "\x1b[32m";
  case Style::number:
    return "\x1b[36m";
  case Style::literal:
    return "\x1b[35m";
  }
  return "";
}

} // namespace

std::string styled(std::string_view text, Style style, const Terminal& terminal) {
  if (terminal.colour == Colour::off || style == Style::plain || text.empty())
    return std::string(text);
  std::string out(escape_of(style));
  out += text;
  out += "\x1b[0m";
  return out;
}

std::string_view absent(const Terminal& terminal) {
  return terminal.charset == Charset::utf8 ? "–" : "-";
}

std::string_view ellipsis(const Terminal& terminal) {
  return terminal.charset == Charset::utf8 ? "…" : "...";
}

std::string with_plain_marks(std::string text, const Terminal& terminal) {
  using Marks = std::pair<std::string_view, std::string_view>;
  if (terminal.charset == Charset::utf8) return text;
  for (const auto& [mark, plain] : {Marks{"…", "..."}, Marks{"–", "-"}, Marks{"→", "->"}})
    for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at))
      text.replace(at, mark.size(), plain);
  return text;
}

} // namespace mrctl::output
