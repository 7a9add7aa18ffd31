#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/invocation.hpp"

#include "read_flags.hpp"

#include <string>
#include <string_view>

namespace mrctl::spec {

// Checks of a command line that need only the tables. All fail with a usage error.

// Fails if arguments are missing or too many, or if one looks like a misspelt choice.
[[nodiscard]] Status judge_arguments(const Invocation& invocation);

// Fails if a flag that takes one value is given more than once.
[[nodiscard]] Status judge_repetitions(const FlagUses& uses);

[[nodiscard]] Error unexpected_argument(const std::string& word, const Invocation& invocation);

// A flag that its command does not have.
struct UnknownFlag {
  std::string_view name;            // "--temperature", as it was typed
  std::string_view value{};         // the text after '=', or the next word; empty if there is none
  const Command* command = nullptr; // null if no command was recognised
};

// Returns the error. Its hint says what to write instead: an argument, the command's own way to do
// it, the nearest flag, or which commands have the flag.
[[nodiscard]] Error unknown_flag(const UnknownFlag& flag);

} // namespace mrctl::spec
