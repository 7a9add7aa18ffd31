#include "shell_command.hpp"

#include "mrctl/base/list.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace mrctl::emulator {

namespace {

constexpr std::array<std::string_view, 7> shells{"sh",  "bash", "dash", "ksh",
                                                 "zsh", "fish", "tcsh"};

// "-i" and "--norc", but not "-c" or "-lc", which are followed by a command.
bool is_option_without_command(std::string_view argument) {
  if (argument.starts_with("--")) return argument != "--command";
  return argument.starts_with('-') && argument.find('c') == std::string_view::npos;
}

} // namespace

bool is_shell_for_people(const std::vector<std::string>& command) {
  const auto name = std::string_view(command.front()).substr(command.front().rfind('/') + 1);
  return contains(shells, name) &&
         std::all_of(command.begin() + 1, command.end(), is_option_without_command);
}

} // namespace mrctl::emulator
