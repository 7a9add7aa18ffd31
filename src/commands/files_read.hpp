#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/commands/context.hpp"

#include <string>
#include <vector>

namespace mrctl::commands {

// Which of the files that a command reads its results must spare: endpoints diff may save the live
// listing over that of BEFORE.
enum class Spared { all, all_but_arguments };

// Fails with a usage error if a result would go to a file that the command reads, by whatever path:
// arguments and presets in folders, files that flags name, settings, keys, the project file, and
// records of applied presets.
[[nodiscard]] Status check_not_read(const Context& context, const std::vector<std::string>& results,
                                    Spared spared);

} // namespace mrctl::commands
