#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/render/format.hpp"

namespace mrctl::commands {

// Returns the format of a comparison. Fails with a usage error for raw: no response is one.
[[nodiscard]] Result<render::Format> diff_format_of(const Context& context);

// Whether a format has a change a row and nothing else.
[[nodiscard]] bool is_rows_of_changes(render::Format format);

} // namespace mrctl::commands
