#pragma once

#include "mrctl/emulator/body_schema.hpp"

#include <string>
#include <vector>

namespace mrctl::emulator {

// What valijson reports: the steps to the value ("<root>", "[\"stop\"]", "[0]") and a sentence.
struct Violation {
  std::vector<std::string> steps;
  std::string description;
};

// Returns each wrong place once, the innermost one where valijson also names what holds it.
[[nodiscard]] std::vector<BodyProblem> problems_of(const std::vector<Violation>& violations);

} // namespace mrctl::emulator
