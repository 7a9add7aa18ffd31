#pragma once

#include <string>
#include <vector>

namespace mrctl::emulator {

// Returns whether the command is an interactive shell: "bash", "zsh -f", but neither "sh -c true"
// nor "bash script.sh".
[[nodiscard]] bool is_shell_for_people(const std::vector<std::string>& command);

} // namespace mrctl::emulator
