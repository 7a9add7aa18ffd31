#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/config/project.hpp"

#include <optional>
#include <string>

namespace mrctl::commands {

// Returns what a project file in that folder would set, by the files there and the settings: empty
// is the current folder. Paths are relative to the folder.
[[nodiscard]] config::Project found_project(const Context& context, const std::string& folder);

// Fails with a usage error if a project file cannot be written there.
[[nodiscard]] Status check_project_folder(const std::string& folder);

// Returns a note if a project file above the folder does not hold for it any more.
[[nodiscard]] std::optional<std::string> note_on_file_above(const std::string& folder);

} // namespace mrctl::commands
