#pragma once

#include <string>
#include <string_view>

namespace mrctl::service {

// Returns what to write for a word that is no column; empty if it is only misspelt.
[[nodiscard]] std::string advice_on_column(std::string_view name);

} // namespace mrctl::service
