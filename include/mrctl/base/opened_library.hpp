#pragma once

#include <string>
#include <vector>

namespace mrctl {

// What is known of a library that is opened at run time, or that a static program has inside.
struct OpenedLibrary {
  std::string version;           // as it tells itself; empty where it does not
  std::string path;              // empty where it is inside the program
  std::vector<std::string> with; // "OpenSSL/3.0.19": what it tells of its own libraries
};

} // namespace mrctl
