#pragma once

#include "mrctl/args/invocation.hpp"
#include "mrctl/base/result.hpp"

#include <string>

namespace mrctl::args {

// Checks of a command line that need only the tables. All fail with a usage error.

// Fails if arguments are missing or too many, or if one looks like a misspelt choice.
[[nodiscard]] Status judge_arguments(const Invocation& invocation);

// Fails if a flag that takes one value is given more than once.
[[nodiscard]] Status judge_repetitions(const Invocation& invocation);

// Fails if a flag of the table has an invalid value.
[[nodiscard]] Status judge_values(const spec::Rows<spec::Flag>& table,
                                  const Invocation& invocation);

[[nodiscard]] Error unexpected_argument(const std::string& word, const Invocation& invocation);

} // namespace mrctl::args
