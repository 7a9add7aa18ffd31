#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/config/project.hpp"
#include "mrctl/config/settings.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// A file that is to be written: by its path from the current folder.
struct Draft {
  std::string path;
  std::string text;
  std::optional<std::string> old{};

  [[nodiscard]] bool is_new_text() const { return old != text; }
};

struct Drafts {
  std::vector<Draft> files{};
  std::string change{}; // of a project file that was there
  std::vector<std::string> notes{};
};

struct CiRequest {
  std::string_view service; // github or gitlab
  std::string folder;       // of the project; empty is the current one
  std::optional<bool> live; // whether nightly jobs read live presets; default: as in the old file
};

// Returns the configuration of a CI service for the project of a folder, at the top of its
// repository, and a project file that keeps records on a branch. Writes nothing. Lines that
// somebody uncommented in the configuration that is there stay so. Fails with a usage error if a
// name cannot stand in YAML and a shell, if the names of two targets differ too little for names of
// variables, and if a link leads to the place of a file.
[[nodiscard]] Result<Drafts> draft_ci(const ProjectSurroundings& surroundings,
                                      const CiRequest& request);

// Returns the skill for coding agents, for a folder. Fails with a usage error if a link leads to
// its place.
[[nodiscard]] Result<Draft> draft_skill(const std::string& folder);

} // namespace mrctl::apply
