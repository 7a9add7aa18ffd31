#include "place.hpp"

#include "mrctl/base/utf8.hpp"

#include <algorithm>

namespace mrctl::request {

namespace {

std::size_t begin_of_text(std::string_view text) {
  return text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
}

std::string_view line_around(std::string_view text, std::size_t begin) {
  auto line = text.substr(begin, text.find('\n', begin) - begin);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::size_t begin_of_line(std::string_view text, std::size_t line) {
  auto begin = begin_of_text(text);
  for (; line > 0; --line) {
    const auto end = text.find('\n', begin);
    if (end == std::string_view::npos) break;
    begin = end + 1;
  }
  return begin;
}

} // namespace

Place place_at(const Document& document, std::size_t offset) {
  const std::string_view text = document.text;
  const auto before = text.substr(0, std::clamp(offset, begin_of_text(text), text.size()));
  const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const auto begin = line == 0 ? begin_of_text(text) : before.rfind('\n') + 1;
  Place place;
  place.file = document.name;
  place.line = line + 1;
  place.column = count_characters(before.substr(begin)) + 1;
  place.line_text = line_around(text, begin);
  return place;
}

Place place_at_line(const Document& document, std::size_t line, std::size_t byte) {
  const auto begin = begin_of_line(document.text, line);
  return place_at(document, std::min(begin + byte, document.text.size()));
}

} // namespace mrctl::request
