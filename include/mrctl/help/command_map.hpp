#pragma once

#include "mrctl/help/help.hpp"
#include "mrctl/json/value.hpp"

namespace mrctl::help {

// Returns the help on a subject for programs: the map of everything, the commands of a noun as an
// array, or one command or topic.
[[nodiscard]] Json command_map(const Subject& subject);

// Returns the parts of a subject as an array of {"name", "summary"}, for tables: the commands and
// topics, the flags of a command, or the lines of a topic.
[[nodiscard]] Json command_index(const Subject& subject);

} // namespace mrctl::help
