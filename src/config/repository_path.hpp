#pragma once

#include "mrctl/base/error.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace mrctl::config {

// A folder whose links are followed, and the folder that paths must not leave.
struct Home {
  std::filesystem::path folder;
  std::filesystem::path root;
};

// Returns the home of a file's paths. Without a repository, they must stay in the folder of the
// file.
[[nodiscard]] Result<Home> home_of(const std::string& file);

// Returns what is wrong with a path that must not leave the home: "points out of it"; empty if
// nothing is.
[[nodiscard]] std::string_view fault_of_path(const std::string& text, const Home& home);

} // namespace mrctl::config
