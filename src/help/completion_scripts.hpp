#pragma once

#include <string_view>

namespace mrctl::help {

// The files of completions/, which the build carries inside the program
// (cmake/completion_scripts.cmake).
[[nodiscard]] std::string_view bash_script();
[[nodiscard]] std::string_view zsh_script();
[[nodiscard]] std::string_view fish_script();

} // namespace mrctl::help
