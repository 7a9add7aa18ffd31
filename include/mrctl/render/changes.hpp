#pragma once

#include "mrctl/diff/changes.hpp"
#include "mrctl/render/terminal.hpp"

#include <span>
#include <string>

namespace mrctl::render {

// Draws changes for people, each line ended and indented by four spaces: the path, and what became
// of it; texts line by line, what is wider than the terminal on further lines.
//   temperature         0.2 → 0.3
//   provider.order[1]   + northlake/us-east
//   system prompt       - Be brief.
//                       + Be brief and kind.
[[nodiscard]] std::string change_texts(std::span<const diff::Change> changes,
                                       const Terminal& terminal);

} // namespace mrctl::render
