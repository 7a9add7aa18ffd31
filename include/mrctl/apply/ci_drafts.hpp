#pragma once

#include "mrctl/apply/found_project.hpp"
#include "mrctl/base/error.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::apply {

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

// Returns the configuration of the CI service of the flags, github or gitlab, for the project of a
// folder, and a project file that keeps records on a branch. Writes nothing. Fails with a usage
// error if the names of two targets differ too little for names of variables.
[[nodiscard]] Result<Drafts> draft_ci(const ProjectSurroundings& surroundings,
                                      const spec::FlagValues& flags, const std::string& folder);

} // namespace mrctl::apply
