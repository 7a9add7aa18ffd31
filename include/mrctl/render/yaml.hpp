#pragma once

#include <string>
#include <string_view>

namespace mrctl::render {

// Returns the JSON document as YAML 1.2 that readers of 1.1 read alike: the same keys in the same
// order, numbers as they are written, texts quoted where they would read as something else, and
// nothing that a terminal might act on. `json` is text that parse_json() has accepted.
[[nodiscard]] std::string yaml(std::string_view json);

} // namespace mrctl::render
