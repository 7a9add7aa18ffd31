#pragma once

#include "mrctl/config/settings.hpp"

#include <span>
#include <string>

namespace mrctl::help {

// Returns whether a script of completions/ calls: "__complete -- WORD...". That command is in no
// help, because only the scripts call it.
[[nodiscard]] bool asks_for_completion(std::span<const std::string> arguments);

// Returns the lines of lines_of() for the last of the words. Besides the tables, it looks
// into config.toml, the folders of presets, the state of applied presets and the files of
// --listing; what cannot be read offers nothing. Never waits for a pipe or the network.
[[nodiscard]] std::string answer_to_shell(std::span<const std::string> arguments,
                                          const config::Environment& environment);

} // namespace mrctl::help
