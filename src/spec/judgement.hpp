#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/spec/invocation.hpp"

#include "flag_use.hpp"

#include <string>

namespace mrctl::spec {

// Checks of a command line that need only the tables. All fail with a usage error.

// Fails if arguments are missing or too many, or if one looks like a misspelt choice.
[[nodiscard]] Status judge_arguments(const Invocation& invocation);

// Fails if a flag that takes one value is given more than once.
[[nodiscard]] Status judge_repetitions(const FlagUses& uses);

[[nodiscard]] Error unexpected_argument(const std::string& word, const Invocation& invocation);

} // namespace mrctl::spec
