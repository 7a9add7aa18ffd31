#pragma once

#include "mrctl/body/body.hpp"

#include <string>

namespace mrctl::body {

// Returns the source that set the value at a JSON Pointer; null for what mrctl adds.
[[nodiscard]] const BodySource* source_of(const std::string& pointer, const Body& body);

} // namespace mrctl::body
