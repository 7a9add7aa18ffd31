#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/spec/command.hpp"
#include "mrctl/spec/invocation.hpp"

#include "read_flags.hpp"

#include <string>

namespace mrctl::spec {

// Checks of a command line that need only the tables. All fail with a usage error.

// Fails if arguments are missing or too many, or if one looks like a misspelt choice.
[[nodiscard]] Status judge_arguments(const Invocation& invocation);

// Fails if flags stand behind a COMMAND without "--", where they would not be those of COMMAND.
[[nodiscard]] Status judge_words_of_command(const Invocation& invocation);

// Returns whether the command that the invocation runs is mrctl.
[[nodiscard]] bool runs_mrctl(const Invocation& invocation);

// Fails if a flag that takes one value is given more than once.
[[nodiscard]] Status judge_repetitions(const FlagUses& uses);

// Returns what a value may be, for a flag that lacks it: "one of low, high"; may be empty.
[[nodiscard]] std::string example_of(const Flag& flag);
[[nodiscard]] std::string example_of(const FieldFlag& flag);

[[nodiscard]] Error unexpected_argument(const std::string& word, const Invocation& invocation);

} // namespace mrctl::spec
