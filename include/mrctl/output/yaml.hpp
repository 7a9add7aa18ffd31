#pragma once

#include <string>
#include <string_view>

namespace mrctl::output {

// Returns the JSON document as YAML 1.2 that YAML 1.1 parsers understand equally: the same keys in
// the same order, numbers as written, texts quoted if they would be taken for another type, and
// terminal controls escaped. `json` is text that parse_json() has accepted.
[[nodiscard]] std::string yaml(std::string_view json);

} // namespace mrctl::output
