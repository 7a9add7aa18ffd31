#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/request/body.hpp"

namespace mrctl::commands {

// Makes a body what is sent, strips it where the settings say so, and checks it as the flags
// --allow-unknown and --no-validate say. Adds what is wrong, and says of each problem where it
// comes from.
void complete_body(request::Body& body, const Context& context);

// Builds and checks the body that the command line describes. Fails where it has errors, and under
// --strict where it has warnings; warnings otherwise stay in its `problems`.
// Fails as well where there is nothing to store and the body is to be sent; `hint` says what to do
// then, where the command knows it better.
[[nodiscard]] Result<request::Body> make_body(const Context& context, const std::string& hint);

} // namespace mrctl::commands
