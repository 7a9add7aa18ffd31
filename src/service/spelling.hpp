#pragma once

#include <string>
#include <string_view>

namespace mrctl::service {

// A double loses its spelling: "0.0000015" becomes 1.5e-06. The text keeps it.

// Returns compact JSON with numbers as spelled, and strings without needless escapes.
[[nodiscard]] std::string spelled_json(std::string_view text);

} // namespace mrctl::service
