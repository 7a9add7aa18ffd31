#pragma once

#include "mrctl/base/problem.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/terminal.hpp"

#include <string>

namespace mrctl::output {

// Draws one problem like a compiler, on one or more lines:
//   presets/support.yaml:12:14: error: temperature must be between 0 and 2, got 3
//      12 | temperature: 3
//         |              ^
[[nodiscard]] std::string problem_text(const Problem& problem, const Terminal& terminal);

// Returns the problem as an object; places that do not apply are null.
[[nodiscard]] Json problem_json(const Problem& problem);

// Returns one annotation line ("::error file=…,line=…::…") that no text inside can end or extend.
[[nodiscard]] std::string problem_annotation(const Problem& problem, std::string_view slug = {});

} // namespace mrctl::output
