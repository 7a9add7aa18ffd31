#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/config/project.hpp"
#include "mrctl/config/settings.hpp"

#include <optional>
#include <string>

namespace mrctl::apply {

// What a project is looked for in, beside the files of its folder.
struct ProjectSurroundings {
  const spec::SettingTexts& given; // on the command line
  const config::Environment& environment;
  const std::string& base_url;
  const body::ReadFile& read_file;
};

// Returns what a project file in that folder would set, by the files there and the settings: empty
// is the current folder. Paths are relative to the folder.
[[nodiscard]] config::Project found_project(const ProjectSurroundings& surroundings,
                                            const std::string& folder);

// Fails with a usage error if a project file cannot be written there.
[[nodiscard]] Status check_project_folder(const std::string& folder);

// Returns a note if a project file above the folder does not hold for it any more.
[[nodiscard]] std::optional<std::string> note_on_file_above(const std::string& folder);

} // namespace mrctl::apply
