#pragma once

#include "mrctl/emulator/body_schema.hpp"

#include <string>
#include <vector>

namespace mrctl::emulator {

// A report of valijson: the path of the value ("<root>", "[\"stop\"]", "[0]") and a message.
struct Violation {
  std::vector<std::string> steps;
  std::string description;
};

// Returns each fault once, at the innermost place if valijson also reports its parents.
[[nodiscard]] std::vector<BodyProblem> problems_of(const std::vector<Violation>& violations);

} // namespace mrctl::emulator
