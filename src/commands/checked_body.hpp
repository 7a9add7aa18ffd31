#pragma once

#include "mrctl/base/secret.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/commands/context.hpp"

#include <optional>

namespace mrctl::commands {

// Returns what to do about secrets in bodies, with the key of the environment or another one.
[[nodiscard]] body::SecretRules secret_rules(const spec::FlagValues& flags,
                                             const config::Environment& environment);
[[nodiscard]] body::SecretRules secret_rules(const spec::FlagValues& flags,
                                             std::optional<Secret> key);

// Prepares a body for sending: strips it if the settings say so, and checks it according to
// --allow-unknown and --no-validate. Adds the problems, each with its origin.
void complete_body(body::Body& body, const spec::FlagValues& flags, const Context::Service& given);

} // namespace mrctl::commands
