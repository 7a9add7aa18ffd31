#pragma once

#include <span>
#include <string_view>

namespace mrctl::commands {

// A row of packaging/libraries that is inside this build.
struct Library {
  std::string_view name;
  std::string_view version;  // the package's; empty where it was not known
  std::string_view programs; // "mrctl", "emulator" or "both"
};

// The facts of a build that the program carries.
struct BuildFacts {
  std::string_view commit; // with "+" behind it where files differed from it; empty outside of git
  std::string_view compiler;
  std::string_view architecture; // as Debian names it: "amd64", "arm64"
  std::string_view linkage;      // "dynamic" or "static"
  std::span<const Library> libraries;
};

[[nodiscard]] const BuildFacts& build_facts();

} // namespace mrctl::commands
