#pragma once

#include "mrctl/diff/changes.hpp"
#include "mrctl/render/terminal.hpp"

#include <span>
#include <string>
#include <vector>

namespace mrctl::render {

// Draws changes for people, each line ended and indented by four spaces: the path, and what became
// of it; texts line by line, what is wider than the terminal on further lines.
//   temperature         0.2 → 0.3
//   provider.order[1]   + northlake/us-east
//   system prompt       - Be brief.
//                       + Be brief and kind.
[[nodiscard]] std::string change_texts(std::span<const diff::Change> changes,
                                       const Terminal& terminal);

// One change, undrawn: its path, and the lines that say what became of it, those that went behind
// "- " and those that came behind "+ ". Safe to read.
struct ChangeLines {
  std::string label;
  std::vector<std::string> lines;
};
[[nodiscard]] std::vector<ChangeLines> change_lines(std::span<const diff::Change> changes);

} // namespace mrctl::render
