#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/spec/command.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::docgen {

// How far a command goes, and so what matters to it.
enum class Reach : std::uint8_t {
  terminal, // it prints what is in the program
  settings, // it reads the configuration too
  service,  // it asks the service, or keeps what is needed to ask it
};

[[nodiscard]] Reach reach_of(const spec::Command& command);

// Returns how far a command must go to fail in that way.
[[nodiscard]] Reach reach_of(ErrorKind kind);

// One environment variable, or several that mean the same.
struct Variable {
  std::string name; // "NO_COLOR", "LC_ALL, LC_CTYPE, LANG"
  std::string says;
  Reach reach; // it matters to commands that go at least so far
};

struct VariableGroup {
  std::string_view title; // empty for the first
  std::string_view text;  // one sentence on all of them, or none
  std::vector<Variable> variables;
};

// Every variable that mrctl reads.
[[nodiscard]] std::vector<VariableGroup> variable_groups();

} // namespace mrctl::docgen
