#include "mrctl/render/table.hpp"
#include "mrctl/render/text.hpp"

#include <algorithm>
#include <cstddef>

namespace mrctl::render {

namespace {

constexpr std::size_t gap = 2;

std::size_t widest_title(const std::vector<CardLine>& lines) {
  std::size_t width = 0;
  for (const auto& line : lines)
    width = std::max(width, display_width(safe_text(line.title)));
  return width;
}

std::string indented(std::string text, std::size_t indent) {
  while (text.ends_with('\n'))
    text.pop_back();
  for (auto at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
    if (at + 1 < text.size() && text[at + 1] != '\n') text.insert(at + 1, indent, ' ');
  return text;
}

std::string value_of(const CardLine& line, const Terminal& terminal, std::size_t indent) {
  if (!line.text) return std::string(absent(terminal));
  if (line.kind != model::Kind::lines) return safe_text(*line.text);
  return indented(safe_lines(*line.text), indent);
}

} // namespace

std::string card(const std::vector<CardLine>& lines, const Terminal& terminal) {
  const auto width = widest_title(lines);
  std::string out;
  for (const auto& line : lines) {
    const auto title = safe_text(line.title);
    const auto value = value_of(line, terminal, width + gap);
    out += styled(title, Style::dim, terminal);
    if (!value.empty()) out.append(width - display_width(title) + gap, ' ').append(value);
    out += '\n';
  }
  return out;
}

} // namespace mrctl::render
