#pragma once

#include <string>

namespace mrctl::help {

// The script of each shell. All three work alike: the words before the cursor are read by the
// tables, then the command, the flag or the argument that they end in says what may follow.
[[nodiscard]] std::string bash_completion();
[[nodiscard]] std::string zsh_completion();
[[nodiscard]] std::string fish_completion();

} // namespace mrctl::help
