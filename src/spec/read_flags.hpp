#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/spec/command_line.hpp"
#include "mrctl/spec/invocation.hpp"

namespace mrctl::spec {

// Checks the values of flags and puts them where their rows say. Fails with a usage error on the
// first invalid value; the valid ones are read nevertheless.
[[nodiscard]] Status read_flags(const FlagUses& uses, Invocation& invocation);

} // namespace mrctl::spec
