#pragma once

#include "mrctl/base/json.hpp"
#include "mrctl/docgen/help.hpp"

namespace mrctl::docgen {

// Returns the help on a subject for programs: the map of everything there is, the commands of a
// noun as an array, or the one command or topic. docs/help-map.md has the shape.
[[nodiscard]] Json command_map(const Subject& subject);

// Returns what a subject consists of, as an array of {"name", "summary"}: for a table, the commands
// and topics, the flags of a command, or the lines of a topic.
[[nodiscard]] Json command_index(const Subject& subject);

} // namespace mrctl::docgen
