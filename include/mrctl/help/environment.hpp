#pragma once

#include "mrctl/help/layout.hpp"
#include "mrctl/spec/command.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::help {

// What a command uses, and so which variables matter to it.
enum class CommandReach : std::uint8_t {
  terminal, // it prints built-in text
  settings, // it reads the configuration too
  service,  // it uses the service, or manages what is needed for that
};

[[nodiscard]] CommandReach reach_of(const spec::Command& command);

// Returns the exit codes of commands with that reach, and what they mean.
[[nodiscard]] std::vector<HelpLine> exit_code_lines(CommandReach reach);

// One environment variable, or several that mean the same.
struct Variable {
  std::string name; // "NO_COLOR", "LC_ALL, LC_CTYPE, LANG"
  std::string says;
  CommandReach reach; // it matters to commands that use at least this
};

struct VariableGroup {
  std::string_view title; // empty for the first
  std::string_view text;  // one sentence on all of them, or none
  std::vector<Variable> variables;
};

// Every variable that mrctl reads.
[[nodiscard]] std::vector<VariableGroup> variable_groups();

// Returns those of a group that matter to commands with that reach.
[[nodiscard]] std::vector<HelpLine> variable_lines(const VariableGroup& group, CommandReach reach);

} // namespace mrctl::help
