#pragma once

#include <string>
#include <vector>

namespace mrctl::papers {

// A committed file that is generated from the tables, for readers, editors and packages.
struct Paper {
  std::string path; // below the root of the repository: "docs/rules.md"
  std::string text;
};

// Returns all such files. The first lines of each say, with this mark, how it was generated.
[[nodiscard]] std::vector<Paper> papers();

} // namespace mrctl::papers
