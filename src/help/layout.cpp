#include "mrctl/help/layout.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/output/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mrctl::help {

namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t deeper = 4;
constexpr std::size_t widest_left = 32;
constexpr std::size_t narrowest_right = 24;
// In a narrower text, all names of a list must leave room beside them; otherwise each meaning
// stands below its name.
constexpr std::size_t narrowest_mixture = 60;

std::string spaces(std::size_t count) {
  return std::string(count, ' ');
}

std::string stacked(const std::vector<HelpLine>& lines, std::size_t width, std::size_t indent) {
  const auto below = indent + deeper;
  std::string out;
  for (const auto& line : lines) {
    out += wrapped(trimmed(line.name), width, {indent, below});
    if (!line.says.empty()) out += wrapped(line.says, width, {below, below});
  }
  return out;
}

std::size_t widest_name(const std::vector<HelpLine>& lines, std::size_t limit) {
  std::size_t widest = 0;
  for (const auto& line : lines)
    if (line.name.size() <= limit) widest = std::max(widest, line.name.size());
  return widest;
}

// The position after the argument that begins at `begin`; spaces inside quotes belong to it.
std::size_t end_of_argument(std::string_view command, std::size_t begin) {
  char quote = 0;
  for (auto i = begin; i < command.size(); ++i) {
    const char c = command[i];
    if (quote != 0)
      quote = c == quote ? '\0' : quote;
    else if (c == '\'' || c == '"')
      quote = c;
    else if (c == ' ')
      return i;
  }
  return command.size();
}

// Words that stay together: a flag and the next word, which may be its value; a pipe and the next
// command.
bool belongs_to(std::string_view word, std::string_view before) {
  constexpr std::string_view marks = "-|&>";
  const bool is_flag = before.size() > 1 && before.front() == '-' && before != "--";
  return before == "|" || (is_flag && marks.find(word.front()) == std::string_view::npos);
}

std::vector<std::string> pieces_of(std::string_view command) {
  std::vector<std::string> pieces;
  std::string_view before;
  for (std::size_t begin = 0; begin < command.size();) {
    const auto end = end_of_argument(command, begin);
    const auto word = command.substr(begin, end - begin);
    begin = end + 1;
    if (word.empty()) continue;
    if (belongs_to(word, before))
      pieces.back().append(" ").append(word);
    else
      pieces.emplace_back(word);
    before = word;
  }
  return pieces;
}

HelpLine row_of_line(std::string_view line) {
  line.remove_prefix(line.find_first_not_of(' '));
  const auto end = std::min(line.find("  "), line.size());
  return {std::string(line.substr(0, end)), std::string(trimmed(line.substr(end)))};
}

} // namespace

std::string wrapped(std::string_view text, std::size_t width, Indent indent) {
  std::string out;
  for (const auto& line : output::wrapped(spaces(indent.first).append(text), width, indent.next))
    out.append(line).append("\n");
  return out;
}

std::string columns(const std::vector<HelpLine>& lines, std::size_t width, std::size_t indent) {
  const auto widest = widest_name(lines, std::string::npos);
  const bool has_room = indent + widest + gap + narrowest_right <= width;
  if (!has_room && width < narrowest_mixture) return stacked(lines, width, indent);
  const auto left = widest_name(lines, std::min(widest_left, width * 2 / 5));
  const auto taken = indent + left + gap;
  std::string out;
  for (const auto& line : lines) {
    const bool fits = line.name.size() <= left;
    if (!fits) out += wrapped(line.name, width, {indent, indent + deeper});
    const auto name = fmt::format("{}{:<{}}", spaces(indent), fits ? line.name : "", left + gap);
    if (!line.says.empty())
      out += name + wrapped(line.says, width, {taken, taken}).substr(taken);
    else if (fits)
      out += spaces(indent) + line.name + "\n";
  }
  return out;
}

std::string section(std::string_view title, const std::vector<HelpLine>& lines, std::size_t width) {
  return lines.empty() ? std::string() : fmt::format("\n{}:\n{}", title, columns(lines, width));
}

std::vector<Block> blocks_of(std::string_view text) {
  std::vector<Block> blocks;
  for (const auto line : lines_in(text)) {
    if (line.empty()) continue;
    if (!line.starts_with("  ")) {
      blocks.push_back({std::string(line), {}});
      continue;
    }
    if (blocks.empty() || blocks.back().rows.empty()) blocks.emplace_back();
    blocks.back().rows.push_back(row_of_line(line));
  }
  return blocks;
}

std::string laid_out(std::string_view text, std::size_t width, std::size_t indent) {
  std::string out;
  for (const auto& block : blocks_of(text)) {
    const bool is_paragraph = block.rows.empty();
    if (is_paragraph && !out.empty()) out += "\n";
    out += is_paragraph ? wrapped(block.paragraph, width, {indent, indent})
                        : columns(block.rows, width, indent + margin);
  }
  return out;
}

std::string comment(std::string_view text, std::size_t width, std::size_t indent) {
  constexpr std::string_view mark = "# ";
  const auto taken = indent + mark.size();
  std::string out;
  for (const auto& line : output::wrapped(text, width - std::min(width, taken)))
    out.append(spaces(indent)).append(mark).append(line).append("\n");
  return out;
}

std::string command_line(std::string_view command, std::size_t width, std::size_t indent) {
  constexpr std::string_view continuation = " \\\n";
  const auto pieces = pieces_of(command);
  auto out = spaces(indent);
  auto column = indent;
  for (const auto& piece : pieces) {
    const auto taken = piece.size() + (&piece == &pieces.back() ? 0 : continuation.size() - 1);
    const bool is_first = &piece == &pieces.front();
    if (!is_first && column + 1 + taken > width) {
      out.append(continuation).append(spaces(indent + deeper));
      column = indent + deeper;
    } else if (!is_first) {
      out += " ";
      ++column;
    }
    out += piece;
    column += piece.size();
  }
  return out + "\n";
}

} // namespace mrctl::help
