#include "plan_words.hpp"

#include "mrctl/output/text.hpp"

#include <algorithm>

namespace mrctl::apply {

namespace {

constexpr int widest_slug = 40;
constexpr int beside_slug = 31; // "~ ", gaps, "unchanged" and "version 12 → 13"
constexpr std::size_t continuation_indent = 4;

} // namespace

std::size_t longest_aligned_slug(const output::Terminal& terminal) {
  const auto room = terminal.width ? *terminal.width - beside_slug : widest_slug;
  return static_cast<std::size_t>(std::clamp(room, 0, widest_slug));
}

std::string row_lines(std::string_view row, output::Style style, const output::Terminal& terminal) {
  auto lines = output::wrapped_lines(row, terminal, continuation_indent);
  lines.pop_back();
  return output::styled(lines, style, terminal) + "\n";
}

} // namespace mrctl::apply
