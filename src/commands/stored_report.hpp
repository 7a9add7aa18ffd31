#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/exchange/facts.hpp"
#include "mrctl/model/preset.hpp"
#include "mrctl/request/body.hpp"
#include "mrctl/session/context.hpp"
#include "mrctl/session/output.hpp"

namespace mrctl::commands {

// Reports what the service stored of what was sent; with --strict, a difference is a failure.
void report_stored(session::Output& output, const request::Body& body, const model::Preset& preset,
                   const HttpFacts& facts, const session::Context& context);

} // namespace mrctl::commands
