#pragma once

#include <optional>
#include <string_view>

namespace mrctl {

// Returns the double nearest to a number in plain digits, with or without an exponent ("1.5",
// "-2e-3"); nothing for any other text, and for a number too large for a double or too close to 0.
[[nodiscard]] std::optional<double> parse_double(std::string_view text);

} // namespace mrctl
