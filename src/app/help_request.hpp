#pragma once

#include "mrctl/app/run.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/spec/invocation.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace mrctl::app {

// Returns the text for --version, -h or --help, which are not commands. Nothing without these
// flags; a usage error for an unknown command.
[[nodiscard]] Result<std::optional<std::string>> find_help(const spec::Invocation& invocation,
                                                           std::span<const std::string> arguments,
                                                           const World& world);

// Returns the text for a person who runs the program without arguments; nothing for a script, which
// is an error.
[[nodiscard]] std::optional<std::string> find_overview(std::span<const std::string> arguments,
                                                       const World& world);

// Returns the width for running text: that of the terminal, even with a pager in between.
[[nodiscard]] std::size_t text_width_of(const World& world);

} // namespace mrctl::app
