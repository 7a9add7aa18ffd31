#pragma once

#include "mrctl/json/value.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mrctl::emulator {

struct BodyProblem {
  std::string path; // a JSON Pointer into the body
  std::string message;
};

// Checks a chat-completions body (specification, sections 4.1 and 8) against the hand-written
// schema tests/contract/request.schema.json, and returns the first violation that valijson finds.
[[nodiscard]] std::optional<BodyProblem> check_body(const Json& body);

// Returns whether a preset keeps this top-level field.
[[nodiscard]] bool is_kept(std::string_view field);

} // namespace mrctl::emulator
