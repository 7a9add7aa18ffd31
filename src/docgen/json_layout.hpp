#pragma once

#include "mrctl/base/json.hpp"

#include <string>

namespace mrctl::docgen {

// Returns JSON for files: indented by two spaces, lists of scalars on one line if they fit, with a
// line break at the end.
[[nodiscard]] std::string file_text(const Json& value);

} // namespace mrctl::docgen
