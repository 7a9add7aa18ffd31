#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/spec/command.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::args {

// One use of a flag: its name as the table spells it, and the raw text of its value.
struct FlagUse {
  std::string_view name;
  std::string value; // "true" for a flag without a value
};

// What the command line said, with nothing converted.
struct Invocation {
  const spec::Command* command = nullptr;
  std::vector<std::string> arguments;
  std::vector<FlagUse> flags; // in the order of the command line

  [[nodiscard]] bool has(std::string_view flag) const;
  [[nodiscard]] std::size_t count(std::string_view flag) const;
  // Returns the last value given, or nothing.
  [[nodiscard]] std::optional<std::string> value(std::string_view flag) const;
};

// Why a command line was not understood: the error, and what was recognised before, so that the
// error can be reported as the flags ask.
struct Misunderstanding {
  Error error;
  Invocation understood;
};

// Recognises the command and collects its flags. `arguments` excludes the program's name. A request
// for help or the version is not an error; `command` may then be null, or the first command of a
// noun.
[[nodiscard]] tl::expected<Invocation, Misunderstanding>
parse(std::span<const std::string> arguments);

} // namespace mrctl::args
