#pragma once

#include "mrctl/help/value_facts.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::help {

// The flags of a command under one heading.
struct FlagGroup {
  std::string_view title; // "Flags", "Sampling"
  std::vector<FlagFacts> flags;
};

// Returns the command's own flags, then those of the body's fields by group. No group is empty.
[[nodiscard]] std::vector<FlagGroup> flag_groups(const spec::Command& command);

// Returns the title of the group of a flag.
[[nodiscard]] std::string_view group_of(const FlagFacts& flag);

// Returns what a flag does, with its choices and its default: "format of error messages:
// text|json|github; the default is text".
[[nodiscard]] std::string help_of(const FlagFacts& flag);

// Returns the usage of a command without the program's name: "byok get ID...".
[[nodiscard]] std::string usage_of(const spec::Command& command);

} // namespace mrctl::help
