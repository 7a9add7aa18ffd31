#pragma once

#include "mrctl/base/json.hpp"

#include <string>
#include <string_view>

namespace mrctl::model {

// A double forgets how it was written: "0.0000015" comes back as 1.5e-06. `text` is the JSON that a
// value was parsed from, and knows.

// Returns the value with every double as text, in its own digits. Where a key stands twice in an
// object, what differs from the text stays as it is.
[[nodiscard]] Json as_spelled(Json value, std::string_view text);

// Returns compact JSON with the numbers in their own digits, and strings without needless escapes.
[[nodiscard]] std::string spelled_json(std::string_view text);

} // namespace mrctl::model
