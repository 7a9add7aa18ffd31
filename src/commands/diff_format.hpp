#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/render/format.hpp"

namespace mrctl::commands {

// Returns the format of a comparison. Fails with a usage error for raw: no response is one.
[[nodiscard]] Result<render::Format> diff_format_of(const Context& context);

} // namespace mrctl::commands
