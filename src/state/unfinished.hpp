#pragma once

#include <string>
#include <string_view>

namespace mrctl::state {

// Returns the name under which a group's file of that index is written before it is put in place.
// Names come back, so that a killed process leaves few behind.
[[nodiscard]] std::string unfinished_file(const std::string& folder, std::size_t index);

[[nodiscard]] bool is_unfinished(std::string_view file_name);

} // namespace mrctl::state
