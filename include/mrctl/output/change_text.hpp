#pragma once

#include "mrctl/output/changes.hpp"
#include "mrctl/output/terminal.hpp"

#include <span>
#include <string>
#include <vector>

namespace mrctl::output {

// Draws changes for people, each line indented by four spaces: the path and the change; texts line
// by line, wrapped to the terminal.
//   temperature         0.2 → 0.3
//   provider.order[1]   + northlake/us-east
//   system prompt       - Be brief.
//                       + Be brief and kind.
[[nodiscard]] std::string change_texts(std::span<const Change> changes, const Terminal& terminal);

// One change before layout: its path and its lines, with removed ones after "- " and added ones
// after "+ ". Escaped.
struct ChangeLines {
  std::string label;
  std::vector<std::string> lines;
};
[[nodiscard]] std::vector<ChangeLines> change_lines(std::span<const Change> changes);

} // namespace mrctl::output
