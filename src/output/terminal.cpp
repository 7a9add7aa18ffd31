#include "mrctl/output/terminal.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace mrctl::output {

namespace {

// Each at the position of its value; SGR parameters of a terminal.
constexpr std::array<std::string_view, 9> styles{"",     "1",  "2",  "1;31", "1;33",
                                                 "1;34", "32", "36", "35"};

} // namespace

std::string styled(std::string_view text, Style style, const Terminal& terminal) {
  if (terminal.colour == Colour::off || style == Style::plain || text.empty())
    return std::string(text);
  auto out = fmt::format("\x1b[{}m", styles.at(static_cast<std::size_t>(style)));
  out.append(text).append("\x1b[0m");
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
