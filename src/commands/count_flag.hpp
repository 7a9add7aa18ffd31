#pragma once

#include "mrctl/session/context.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace mrctl::commands {

// Reads a flag whose value is a count, such as --limit N; nothing if it is not given. Fails with a
// usage error unless N is a whole number from `least`, of at most 18 digits.
[[nodiscard]] Result<std::optional<std::size_t>>
read_count(const session::Context& context, std::string_view flag, std::size_t least = 0);

} // namespace mrctl::commands
