#pragma once

#include "mrctl/help/layout.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/field.hpp"

#include <string>
#include <vector>

namespace mrctl::help {

// A flag for manuals and shells: flags of a command, of a body's field and of all commands in one
// form.
struct FlagFacts {
  std::string name;                 // with the dashes
  char letter = 0;                  // 0 if there is none
  std::string value_name;           // "FILE", "N|null", "true|false"; empty where it takes no value
  bool is_value_optional = false;   // --stream and --stream=false, but not --stream false
  bool repeats = false;             // each use adds to earlier ones
  std::string help;                 // one line
  std::vector<std::string> choices; // valid values, if the help does not list them
  std::string fallback;             // the default, if the help does not give it
  Takes takes = Takes::text;
  const spec::FieldFlag* field = nullptr; // for the flag of a field

  // Returns whether the next word of the command line is its value.
  [[nodiscard]] bool takes_value() const { return !value_name.empty() && !is_value_optional; }
};

// Returns the flags of a command other than global ones, in the order of its help: its own, then
// those of the body's fields.
[[nodiscard]] std::vector<FlagFacts> command_flags(const spec::Command& command);

[[nodiscard]] std::vector<FlagFacts> shared_flags();

// Returns whether the flag sets a member of a plugin: --plugins-web-engine.
[[nodiscard]] bool is_of_plugin(const FlagFacts& flag);

// Returns what a flag does, with its choices and its default: "format of error messages:
// text|json|github; the default is text".
[[nodiscard]] std::string help_of(const FlagFacts& flag);

// Returns a line for each flag: "-o, --output FORMAT" and help_of(). Names are aligned, with or
// without a letter in front.
[[nodiscard]] std::vector<HelpLine> flag_lines(const std::vector<FlagFacts>& flags);

// An argument of a command, likewise.
struct ArgumentFacts {
  std::string name; // "SLUG"
  bool is_optional = false;
  bool repeats = false;
  std::string help;
  std::vector<std::string> choices; // valid values, if a table lists them
};

[[nodiscard]] std::vector<ArgumentFacts> argument_facts(const spec::Command& command);

} // namespace mrctl::help
