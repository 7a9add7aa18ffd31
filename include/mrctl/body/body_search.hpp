#pragma once

#include "mrctl/base/folder.hpp"

#include <cstddef>
#include <string>
#include <unordered_set>
#include <vector>

namespace mrctl::body {

// The rule by which preset lint, plan, apply and explain find files of bodies.
//   - A file given as an argument is used, whatever its name.
//   - A folder stands for the *.json, *.yaml and *.yml files in it and in the folders below, in the
//     order of the bytes of their paths, as find_files() finds them: without names that begin with
//     "." or "_", and following only links to files of the same repository.
//   - A file that is reached twice counts once; two links to one file are two files.
class BodySearch {
public:
  // `paths` are all paths that will be searched; with a single one, no duplicates are possible.
  explicit BodySearch(std::size_t paths) : compares_(paths > 1) {}

  // Returns the files of a path that were not found before. Folders that cannot be read and links
  // that are not followed are failures among them; files are not opened.
  [[nodiscard]] std::vector<FoundFile> look_at(const std::string& path);

private:
  [[nodiscard]] bool is_new(const std::string& file);
  [[nodiscard]] const std::string& canonical_folder(const std::string& folder);

  bool compares_;
  std::unordered_set<std::string> found_;
  std::string last_folder_; // as it was named, and what it is
  std::string last_canonical_;
};

// Returns whether a path of the command line is a folder to search.
[[nodiscard]] bool is_folder(const std::string& path);

// Returns whether it is a folder without such files, subfolders included.
[[nodiscard]] bool is_empty_folder(const std::string& path);

} // namespace mrctl::body
