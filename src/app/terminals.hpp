#pragma once

#include "mrctl/app/run.hpp"
#include "mrctl/render/terminal.hpp"

#include <string_view>

namespace mrctl::app {

enum class Stream { out, err };

// Returns what a stream can show. Colour depends on `when` (auto, always, never), NO_COLOR,
// CLICOLOR_FORCE and FORCE_COLOR, TERM=dumb, and whether the stream is a terminal, in this order.
[[nodiscard]] render::Terminal terminal_of(Stream stream, const World& world,
                                           std::string_view when);

} // namespace mrctl::app
