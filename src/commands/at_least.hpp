#pragma once

#include "mrctl/session/context.hpp"

#include <cstddef>
#include <optional>

namespace mrctl::commands {

// Reads --at-least N; nothing if it is not given. Fails with a usage error unless N is a
// non-negative integer.
[[nodiscard]] Result<std::optional<std::size_t>> read_at_least(const session::Context& context);

} // namespace mrctl::commands
