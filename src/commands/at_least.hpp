#pragma once

#include "mrctl/commands/context.hpp"

#include <cstddef>
#include <optional>

namespace mrctl::commands {

// Reads --at-least N; nothing where it is not given. Fails with a usage error where N is no whole
// number from 0.
[[nodiscard]] Result<std::optional<std::size_t>> read_at_least(const Context& context);

} // namespace mrctl::commands
