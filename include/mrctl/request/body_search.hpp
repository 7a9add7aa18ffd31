#pragma once

#include "mrctl/base/folder.hpp"

#include <cstddef>
#include <string>
#include <unordered_set>
#include <vector>

namespace mrctl::request {

// The one rule by which commands find files of bodies: preset lint, plan, apply and explain.
//   - A file that is named is taken, whatever its name is.
//   - A folder stands for the *.json, *.yaml and *.yml files in it and in the folders below, in the
//     order of the bytes of their paths. Names that begin with "." or "_" are left out, of folders
//     too. Links to files are followed, links to folders are not.
//   - A file that is reached twice is found once; two links to one file are two files.
class BodySearch {
public:
  // `paths` are all that will be looked at: what one path leads to needs no comparing.
  explicit BodySearch(std::size_t paths) : compares_(paths > 1) {}

  // Returns what a path of the command line adds to what was found before. A folder that cannot be
  // read is a failure among the others; a file is not looked at.
  [[nodiscard]] std::vector<Found> look_at(const std::string& path);

private:
  [[nodiscard]] bool is_new(const std::string& file);
  [[nodiscard]] const std::string& canonical_folder(const std::string& folder);

  bool compares_;
  std::unordered_set<std::string> found_;
  std::string last_folder_; // as it was named, and what it is
  std::string last_canonical_;
};

// Returns whether a path of the command line stands for the files in a folder.
[[nodiscard]] bool is_folder(const std::string& path);

// Returns whether it is a folder in which no file is found, nor below it.
[[nodiscard]] bool is_empty_folder(const std::string& path);

} // namespace mrctl::request
