#pragma once

#include "mrctl/json/value.hpp"

#include <string>

namespace mrctl::help {

// Returns JSON for files: indented by two spaces, lists of scalars on one line if they fit, with a
// line break at the end.
[[nodiscard]] std::string file_text(const Json& value);

} // namespace mrctl::help
