#include "mrctl/output/lines.hpp"

#include "mrctl/output/alignment.hpp"
#include "mrctl/output/value_numbers.hpp"

namespace mrctl::output {

namespace {

bool is_kept(const Step& step) {
  return step.before && step.after;
}

bool has_changed_neighbour(const std::vector<Step>& steps, std::size_t i) {
  return (i > 0 && !is_kept(steps[i - 1])) || (i + 1 < steps.size() && !is_kept(steps[i + 1]));
}

} // namespace

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::vector<DiffLine> changed_lines(std::string_view from, std::string_view to) {
  const auto before = lines_of(from);
  const auto after = lines_of(to);
  ValueNumbers numbers;
  const auto numbers_of = [&](const std::vector<std::string_view>& lines) {
    std::vector<ValueNumbers::Number> out;
    for (const auto line : lines)
      out.push_back(numbers.of_text(line));
    return out;
  };
  const auto steps = Aligner().align(numbers_of(before), numbers_of(after));
  std::vector<DiffLine> lines;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto& step = steps[i];
    if (!step.after)
      lines.push_back({LineKind::removed, before[*step.before]});
    else if (!step.before)
      lines.push_back({LineKind::added, after[*step.after]});
    else if (has_changed_neighbour(steps, i))
      lines.push_back({LineKind::kept, after[*step.after]});
    else if (lines.empty() || lines.back().kind != LineKind::left_out)
      lines.push_back({LineKind::left_out});
  }
  return lines;
}

} // namespace mrctl::output
