#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/facts.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/output.hpp"
#include "mrctl/service/preset.hpp"

namespace mrctl::commands {

// Reports what the service stored of what was sent; with --strict, a difference is a failure.
void report_stored(Output& output, const body::Body& body, const service::Preset& preset,
                   const HttpFacts& facts, const Context& context);

} // namespace mrctl::commands
