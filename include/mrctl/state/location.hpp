#pragma once

#include "mrctl/exchange/host.hpp"

#include <string>
#include <string_view>

namespace mrctl::state {

inline constexpr std::string_view state_folder_name = ".mrctl";

// Returns the folder that holds the state of presets at a path, for all targets: `.mrctl` in the
// nearest folder at or above the path (for a file: its folder) that has one, up to and including
// the folder that contains `.git`; if there is none, in the path's own folder. It may not exist
// yet. Relative paths give relative ones.
[[nodiscard]] std::string state_folder_of(const std::string& path);

// The location of the records of a run.
struct Whereabouts {
  std::string folder{}; // as --state or MRCTL_STATE names it; empty: beside the presets
  std::string target;
};

// Returns the folder of the target that holds the records of presets at a path.
[[nodiscard]] std::string target_folder_of(const Whereabouts& where, const std::string& path);

// Returns the target of a service: HOST[_PORT], without the scheme's own port, each colon of an
// IPv6 address as '_'.
[[nodiscard]] std::string target_of(const Host& host);

// Returns the name of the file that is a preset's record.
[[nodiscard]] std::string record_name(std::string_view slug);

// Returns that file in the folder of a target.
[[nodiscard]] std::string record_path(const std::string& target_folder, std::string_view slug);

} // namespace mrctl::state
