#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/terminal.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace mrctl::output {

// Draws one problem like a compiler, on one or more lines:
//   presets/support.yaml:12:14: error: temperature must be between 0 and 2, got 3
//      12 | temperature: 3
//         |              ^
//   rule: mrctl help temperature.range
// A problem among others has the last line only if the terminal is to show the ids of all.
enum class ProblemStands : std::uint8_t { among_others, alone };
[[nodiscard]] std::string problem_text(const Problem& problem, const Terminal& terminal,
                                       ProblemStands stands = ProblemStands::among_others);

[[nodiscard]] std::string problems_text(const Problems& problems, const Terminal& terminal);

// Returns one annotation line ("::error file=…,line=…::…") that no text inside can end or extend.
[[nodiscard]] std::string problem_annotation(const Problem& problem, std::string_view slug = {});

// Returns the escaped location of a problem: "a.yaml:3:5", "--set provider.sort", "mrctl".
[[nodiscard]] std::string location(const Problem& problem);

// Draws the line of the place, and a line below that marks the place. Long lines are cut around the
// mark. Empty if the place has no line.
[[nodiscard]] std::string excerpt(const Place& place, const Terminal& terminal);

} // namespace mrctl::output
