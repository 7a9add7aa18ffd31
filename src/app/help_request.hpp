#pragma once

#include "mrctl/app/run.hpp"
#include "mrctl/args/invocation.hpp"
#include "mrctl/base/result.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace mrctl::app {

// Returns the text that a command line asks for instead of running a command: --version, -h or
// --help. Nothing where it asks for none; a usage error for a command that is not there.
[[nodiscard]] Result<std::optional<std::string>> find_help(const args::Invocation& invocation,
                                                           std::span<const std::string> arguments,
                                                           const World& world);

// Returns what to tell someone who types the program's name alone; nothing where a script does,
// which has lost its command.
[[nodiscard]] std::optional<std::string> find_overview(std::span<const std::string> arguments,
                                                       const World& world);

// Returns how wide running text may be: as the terminal, also where a pager stands in between.
[[nodiscard]] std::size_t text_width_of(const World& world);

} // namespace mrctl::app
