#pragma once

#include "mrctl/base/secret.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/validate.hpp"
#include "mrctl/commands/context.hpp"

#include <optional>

namespace mrctl::commands {

// Returns what to do about secrets in bodies, with the key of the environment or another one.
[[nodiscard]] body::SecretRules secret_rules(const Context& context);
[[nodiscard]] body::SecretRules secret_rules(const Context& context, std::optional<Secret> key);

// Prepares a body for sending: strips it if the settings say so, and checks it according to
// --allow-unknown and --no-validate. Adds the problems, each with its origin.
void complete_body(body::Body& body, const Context& context);

// Builds and checks the body that the command line describes. Fails if it has errors, and under
// --strict if it has warnings; warnings otherwise stay in its `problems`. Fails as well if there is
// nothing to store and the body is to be sent; `hint` overrides the default advice for this case.
[[nodiscard]] Result<body::Body> make_body(const Context& context, const std::string& hint);

} // namespace mrctl::commands
