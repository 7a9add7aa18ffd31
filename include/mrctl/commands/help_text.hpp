#pragma once

#include "mrctl/docgen/help.hpp"
#include "mrctl/render/terminal.hpp"

namespace mrctl::commands {

// Returns the help on a subject, its headings bold where the terminal shows that.
[[nodiscard]] std::string help_text(const docgen::Subject& subject, docgen::HelpLength length,
                                    std::size_t width, const render::Terminal& terminal);

} // namespace mrctl::commands
