#pragma once

#include <string_view>

namespace mrctl::http {

// Returns the words of a status line: "Not Found". Empty if the status has none.
[[nodiscard]] std::string_view status_phrase(int status);

} // namespace mrctl::http
