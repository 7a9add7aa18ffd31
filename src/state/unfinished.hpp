#pragma once

#include <string>
#include <string_view>

namespace mrctl::state {

// The name of a new file before it is put in place. One name is enough, because only the holder of
// the lock writes, and a killed process leaves at most one such file.
inline constexpr std::string_view unfinished_name = ".unfinished";

[[nodiscard]] inline std::string unfinished_file(const std::string& folder) {
  return folder + "/" + std::string(unfinished_name);
}

} // namespace mrctl::state
