#pragma once

#include <string>
#include <vector>

namespace mrctl::docgen {

// A file that is committed although it is made of the tables: for readers, editors and packages.
struct Paper {
  std::string path; // below the root of the repository: "docs/rules.md"
  std::string text;
};

// Returns every such file. Each says in its first lines, with the words of this mark, how it was
// made.
[[nodiscard]] std::vector<Paper> papers();

} // namespace mrctl::docgen
