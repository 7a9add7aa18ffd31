#pragma once

#include "mrctl/app/run.hpp"
#include "mrctl/output/terminal.hpp"
#include "mrctl/spec/invocation.hpp"
#include "mrctl/spec/setting.hpp"

namespace mrctl::app {

enum class Stream { out, err };

// Returns what --color asks for, for texts that are shown before the settings are loaded.
[[nodiscard]] spec::WhenColoured when_coloured(const spec::Invocation& invocation);

// Returns what a stream can show. Colour depends on `when`, NO_COLOR,
// CLICOLOR_FORCE and FORCE_COLOR, TERM=dumb, and whether the stream is a terminal, in this order.
[[nodiscard]] output::Terminal terminal_of(Stream stream, const World& world,
                                           spec::WhenColoured when);

} // namespace mrctl::app
