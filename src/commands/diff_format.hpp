#pragma once

#include "mrctl/render/format.hpp"
#include "mrctl/session/context.hpp"

namespace mrctl::commands {

// Returns the format of a comparison. Fails with a usage error for raw: no response is one.
[[nodiscard]] Result<render::Format> diff_format_of(const session::Context& context);

} // namespace mrctl::commands
