#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/model/preset.hpp"
#include "mrctl/request/body.hpp"

namespace mrctl::commands {

// Reports what the service stored of what was sent; with --strict, a difference is a failure.
void report_stored(Answer& answer, request::Body& body, const model::Preset& preset,
                   const HttpFacts& facts, const Context& context);

} // namespace mrctl::commands
