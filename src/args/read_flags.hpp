#pragma once

#include "mrctl/args/invocation.hpp"
#include "mrctl/base/result.hpp"

#include "flag_use.hpp"

namespace mrctl::args {

// Checks the values of flags and puts them where their rows say. Fails with a usage error on the
// first invalid value; the valid ones are read nevertheless.
[[nodiscard]] Status read_flags(const FlagUses& uses, Invocation& invocation);

} // namespace mrctl::args
