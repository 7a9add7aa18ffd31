#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace mrctl {

// Returns where the first line begins that a merge leaves around a conflict: "<<<<<<< main",
// "=======" or ">>>>>>> topic". In prose, a line of "=======" underlines a heading.
inline constexpr std::string_view markers_in_data = "<<<<<<< ======= >>>>>>>";
inline constexpr std::string_view markers_in_prose = "<<<<<<< >>>>>>>";
[[nodiscard]] std::optional<std::size_t>
find_merge_conflict(std::string_view text, std::string_view markers = markers_in_data);

} // namespace mrctl
