#pragma once

#include "mrctl/body/body.hpp"

namespace mrctl::body {

// Returns whether a preset keeps anything of the body: a documented field, or the text of a system
// or developer message. Any other body would make an empty preset.
[[nodiscard]] bool has_something_to_store(const JsonText& body);

// Adds a warning if there is nothing to store.
void warn_of_nothing_to_store(Body& body);

} // namespace mrctl::body
