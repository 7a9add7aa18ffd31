#pragma once

#include "mrctl/output/presentation.hpp"

#include <string>
#include <vector>

namespace mrctl::commands {

// A file that a command was to write; one that holds the text already is left alone.
struct WrittenFile {
  std::string path;
  bool is_written = true;
};

// Returns {"files":[{"path","written"}]}; their names.
[[nodiscard]] output::Presentation present_written(const std::vector<WrittenFile>& files);

} // namespace mrctl::commands
