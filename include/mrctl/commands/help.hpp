#pragma once

#include "mrctl/help/help.hpp"
#include "mrctl/output/terminal.hpp"

#include <cstddef>
#include <string>

namespace mrctl::commands {

// Reads the words of `mrctl help`, which may be those of every room.
[[nodiscard]] Result<help::Subject> find_subject(std::span<const std::string> words);

// Returns the help on a subject, with bold headings if the terminal supports them.
[[nodiscard]] std::string help_text(const help::Subject& subject, help::HelpLength length,
                                    std::size_t width, const output::Terminal& terminal);

} // namespace mrctl::commands
