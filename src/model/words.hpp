#pragma once

#include <string_view>

namespace mrctl::model {

// Words as users type them.

// Returns the text without the spaces around it.
[[nodiscard]] std::string_view trimmed(std::string_view text);

} // namespace mrctl::model
