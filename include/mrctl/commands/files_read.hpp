#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/spec/invocation.hpp"

#include <set>
#include <string>
#include <vector>

namespace mrctl::commands {

// Which of the files that a command reads its results must spare: endpoints diff may save the live
// listing over that of BEFORE.
enum class Spared { all, all_but_arguments };

// Returns the files that hold settings or keys, the project file and certificates.
[[nodiscard]] std::vector<std::string> files_of_settings(const config::Settings& settings);

// Returns the files that make the bodies of presets: those of the arguments and in their folders,
// bases, texts that they name, and the project file.
[[nodiscard]] std::set<std::string> sources_read(const spec::Invocation& invocation,
                                                 const config::Settings& settings);

// Fails with a usage error if a result would go to a file that the command reads, by whatever path:
// arguments and presets in folders, files that flags name, the texts that bodies name with !file,
// settings, keys, the project file, and records of applied presets.
[[nodiscard]] Status check_not_read(const spec::Invocation& invocation,
                                    const config::Settings& settings,
                                    const std::vector<std::string>& results, Spared spared);

} // namespace mrctl::commands
