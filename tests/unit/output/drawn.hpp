#pragma once

#include "mrctl/output/presentation.hpp"
#include "mrctl/output/terminal.hpp"
#include "mrctl/output/text.hpp"

#include "unit/parsed.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

// A terminal of so many columns, without colour.
inline mrctl::output::Terminal terminal_of(int width) {
  return {width, mrctl::output::Colour::off, mrctl::output::Charset::utf8};
}

// Not a terminal: a file or a pipe.
inline mrctl::output::Terminal pipe_end() {
  return {};
}

// A drawing begins on the line below the opening of its raw string.
inline std::string_view drawing(std::string_view text) {
  return text.substr(1);
}

// The columns of the longest line.
inline std::size_t widest_line(std::string_view text) {
  std::size_t widest = 0;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    widest = std::max(widest, mrctl::output::display_width(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return widest;
}

// A result in one format.
inline std::string written(const mrctl::output::Presentation& result,
                           const mrctl::output::Target& target = {}) {
  std::string text;
  write_result(result, target, [&](std::string_view part) { text += part; });
  return text;
}

inline std::string drawn_card(const std::vector<mrctl::output::CardLine>& lines,
                              mrctl::output::Shown shown = mrctl::output::Shown::always) {
  mrctl::output::Presentation result;
  result.page = [&](mrctl::output::Page& page) { page.card({lines}); };
  return written(result, {.shown = shown});
}
