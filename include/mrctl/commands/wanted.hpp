#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/output/presentation.hpp"
#include "mrctl/spec/invocation.hpp"

namespace mrctl::commands {

// Returns what the user wants of the result, given where it goes: the format, and the files of
// --report and --summary. The format is that of programs for --jq; --output anywhere; what a flag
// implies; MRCTL_OUTPUT and the profile on a terminal only, so that no configuration breaks a
// script; else the default of the command's row. A text for people and scripts alike is in no
// configured format. Fails with a usage error if the command, or one of its flags, refuses one of
// the formats, for an unknown format, a missing file name, and a file that is named twice or read.
[[nodiscard]] Result<Context::Wanted> wanted_of(const spec::Invocation& invocation,
                                                const config::Settings& settings,
                                                Context::Wanted wanted);

// Returns the target for a result that does not go to a terminal.
[[nodiscard]] output::Target as_on_a_pipe(output::Target target);

} // namespace mrctl::commands
