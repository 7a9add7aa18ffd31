#pragma once

#include "mrctl/json/value.hpp"

#include "choices.hpp"

namespace mrctl::fuzz {

// Returns a chat-completions body that mostly follows the hand-written schema and now and then
// leaves it: values around each bound, wrong types, wrong choices, unknown members.
[[nodiscard]] Json generate_body(const Json& schema, Choices& choices);

} // namespace mrctl::fuzz
