#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl {

// Zero means no limit, wherever a time limit is given.
using Duration = std::chrono::milliseconds;

// Accepts "500ms", "10s", "2m", "1h", and a bare number of seconds, with a decimal fraction
// ("1.5s") or in parts of descending units ("1m30s"). Returns nothing for anything else, for
// negative values and for more than a year.
[[nodiscard]] std::optional<Duration> parse_duration(std::string_view text);

// Returns the shortest spelling that parse_duration() reads back: "500ms", "90s", "2m".
[[nodiscard]] std::string duration_text(Duration duration);

} // namespace mrctl
