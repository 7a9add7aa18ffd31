#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::emulator {

// Returns the target's path after /api/v1, without the query: "/byok/ID". Nothing if the prefix is
// missing.
[[nodiscard]] std::optional<std::string_view> path_behind_prefix(std::string_view target);

// Splits "/models/acme/large%3Afree/endpoints" into its segments and decodes each of them. Returns
// nothing if an escape is broken.
[[nodiscard]] std::optional<std::vector<std::string>> path_segments(std::string_view path);

} // namespace mrctl::emulator
