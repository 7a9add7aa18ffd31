#include "mrctl/output/wrap.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/output/text.hpp"

#include <algorithm>

namespace mrctl::output {

namespace {

constexpr std::size_t widest_character = 2;
// On narrower terminals, an indent would leave no room.
constexpr int narrowest_wrapped = 20;

// Returns the part of a text that goes on the next line.
std::string_view next_line(std::string_view text, std::size_t width) {
  const auto fitting = leading_columns(text, width);
  if (text[fitting.size()] == ' ') return fitting;
  const auto words = fitting.substr(0, fitting.find_last_of(" ,") + 1);
  const bool has_words = words.find_first_not_of(' ') != std::string_view::npos;
  return has_words ? words : fitting;
}

// safe_text() allows some texts in the middle of a line that a CI service would execute at its
// beginning.
bool is_command(std::string_view text) {
  return text.size() > 2 && text.starts_with("::") && is_letter(text[2]);
}

std::string without_last_spaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

} // namespace

std::size_t page_width(const Terminal& terminal) {
  constexpr int usual = 80;
  constexpr int narrowest = 40;
  return static_cast<std::size_t>(std::max(terminal.width.value_or(usual), narrowest));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::vector<std::string> lines;
  std::string line;
  const auto room = [&] {
    return std::max(width - std::min(width, line.size()), widest_character);
  };
  const auto fits = [&] { return leading_columns(text, room()).size() == text.size(); };
  while (!fits()) {
    const auto next = next_line(text, room());
    lines.push_back(without_last_spaces(line.append(next)));
    text.remove_prefix(next.size());
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    line.assign(indent, ' ');
    if (!is_command(text)) continue;
    line += "\\x3a";
    text.remove_prefix(1);
  }
  if (!text.empty() || lines.empty()) lines.push_back(line.append(text));
  return lines;
}

std::string wrapped_lines(std::string_view text, const Terminal& terminal, std::size_t indent) {
  if (!terminal.width || *terminal.width < narrowest_wrapped) return std::string(text) + "\n";
  std::string out;
  for (const auto& line : wrapped(text, static_cast<std::size_t>(*terminal.width), indent))
    out += line + "\n";
  return out;
}

} // namespace mrctl::output
