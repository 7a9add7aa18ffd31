#pragma once

#include <string>
#include <string_view>

namespace mrctl::model {

// A double forgets how it was written: "0.0000015" comes back as 1.5e-06. The text knows.

// Returns compact JSON with the numbers in their own digits, and strings without needless escapes.
[[nodiscard]] std::string spelled_json(std::string_view text);

} // namespace mrctl::model
