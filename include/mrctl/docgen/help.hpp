#pragma once

#include "mrctl/spec/command.hpp"

#include <string>
#include <string_view>

namespace mrctl::docgen {

enum class HelpLength { brief, full };

// Returns the help on mrctl as a whole: its commands, global flags, and where to read more.
[[nodiscard]] std::string overview();

// Returns the help on the commands of a noun: "mrctl config --help".
[[nodiscard]] std::string noun_help(std::string_view noun);

// Returns the help on one command. The brief one leaves out the examples, the further lines and the
// flags that are not the command's own.
[[nodiscard]] std::string command_help(const spec::Command& command, HelpLength length);

// Returns "mrctl 0.1.0\n".
[[nodiscard]] std::string version_text();

} // namespace mrctl::docgen
