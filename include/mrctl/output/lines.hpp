#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::output {

enum class LineKind { kept, removed, added, left_out };

struct DiffLine {
  LineKind kind = LineKind::kept;
  std::string_view text{}; // without its line break; empty for omitted lines

  bool operator==(const DiffLine&) const = default;
};

// Returns what changed between two texts, line by line: each removed or added line, one line of
// context on either side, and one mark for omitted lines. The lines are views of the texts.
[[nodiscard]] std::vector<DiffLine> changed_lines(std::string_view from, std::string_view to);

// Returns the lines of a text; a line break at its end does not start another one.
[[nodiscard]] std::vector<std::string_view> lines_of(std::string_view text);

} // namespace mrctl::output
