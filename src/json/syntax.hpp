#pragma once

#include "mrctl/json/value.hpp"

#include <optional>
#include <string_view>

namespace mrctl {

// Explains why a text is not JSON, and where to correct it. Only called for a text that the parser
// has rejected; returns nothing if it finds no fault.
[[nodiscard]] std::optional<JsonFault> explain_json_syntax(std::string_view text);

} // namespace mrctl
