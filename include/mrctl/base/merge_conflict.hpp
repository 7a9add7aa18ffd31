#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace mrctl {

// Returns where the first line begins that a merge leaves around a conflict: "<<<<<<< main",
// "=======" or ">>>>>>> topic".
[[nodiscard]] std::optional<std::size_t> find_merge_conflict(std::string_view text);

} // namespace mrctl
