#pragma once

#include <string>
#include <vector>

namespace mrctl::emulator {

// Returns whether the command is a shell that would ask a person for commands: "bash", "zsh -f",
// but neither "sh -c true" nor "bash script.sh".
[[nodiscard]] bool is_shell_for_people(const std::vector<std::string>& command);

} // namespace mrctl::emulator
