#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/host.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::apply {

inline constexpr std::string_view state_folder_name = ".mrctl";

// Returns the folder that holds the state of presets at a path, for all targets: `.mrctl` in the
// nearest folder at or above the path (for a file: its folder) that has one, up to and including
// the folder that contains `.git`; without a repository, only in the path's own folder. If there is
// none, it would be in the path's own folder. Relative paths give relative ones. Fails with a usage
// error if `.mrctl` is a link, or the system cannot say whether it is there.
[[nodiscard]] Result<std::string> state_folder_of(const std::string& path);

// Returns the path that records keep of a file or folder, with '/': below the folder that holds
// `.git`, else below the one that holds the state folder; empty for that folder itself, nothing for
// a path outside. Folders are followed, a link that is the path's own end is not.
[[nodiscard]] Result<std::optional<std::string>> recorded_path(const std::string& path,
                                                               const std::string& state_folder);

// Returns whether the path is the folder that holds the state folder.
[[nodiscard]] Result<bool> holds_state(const std::string& path, const std::string& state_folder);

// Returns whether a folder is another one or lies below it, however both are spelled.
[[nodiscard]] Result<bool> is_folder_in(const std::string& folder, const std::string& outer);

// Compares two recorded paths.
[[nodiscard]] bool is_at_or_below(std::string_view path, std::string_view outer);

// Returns the state folder that is named; if none is, that of the path.
[[nodiscard]] Result<std::string> state_folder_of(const std::string& named,
                                                  const std::string& path);

// Returns the folders of the target that hold the records of presets at the paths, one for each. A
// folder that several paths lead to has one spelling. Fails as state_folder_of() does, also if the
// folder of the target is a link.
[[nodiscard]] Result<std::vector<std::string>>
target_folders_of(const std::string& named, const std::string& target,
                  const std::vector<std::string>& paths);

// Fails with a usage error if a search of a folder for presets would find the records of its state
// folder, because no part of the way to them begins with '.' or '_'.
[[nodiscard]] Status check_not_searched(const std::string& named, const std::string& path);

// Returns the target of a service: HOST[_PORT], without the scheme's own port, each colon of an
// IPv6 address as '_'.
[[nodiscard]] std::string target_of(const Host& host);

// Returns the name of the file that is a preset's record.
[[nodiscard]] std::string record_name(std::string_view slug);

// Returns that file in the folder of a target.
[[nodiscard]] std::string record_path(const std::string& target_folder, std::string_view slug);

} // namespace mrctl::apply
