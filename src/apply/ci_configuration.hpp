#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/config/project.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::apply {

// A file of the configuration of a CI service, by its path in the repository.
struct CiFile {
  std::string path;
  std::string text;
};

// Where the jobs keep the records.
struct CiBranch {
  std::string name = "mrctl-state";
  std::string remote = "origin";
};

inline constexpr std::string_view gitlab_file = ".gitlab-ci.yml";
inline constexpr std::string_view included_gitlab_file = ".gitlab/mrctl.yml";

// Whether a job compares the presets with what is live.
enum class DriftJob { absent, nightly };

// Returns the files for GitHub: jobs for each target of the project, in its order. Fails with a
// usage error if the names of two targets differ too little for names of variables.
[[nodiscard]] Result<std::vector<CiFile>> github_files(const config::Project& project,
                                                       const CiBranch& branch, DriftJob drift);

// The same for GitLab, as the file of that path.
[[nodiscard]] Result<std::vector<CiFile>> gitlab_files(const config::Project& project,
                                                       const CiBranch& branch, DriftJob drift,
                                                       std::string_view path);

// Returns what somebody has to set in the service before its jobs work, as notes.
[[nodiscard]] std::vector<std::string>
settings_by_hand(const config::Project& project, const CiBranch& branch, std::string_view service);

} // namespace mrctl::apply
