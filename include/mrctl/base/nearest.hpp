#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl {

// Returns the candidate that the user most likely meant by `word`: the one at the smallest edit
// distance (a swap of neighbours counts as one), or one that `word` begins. Empty if none is close.
[[nodiscard]] std::string_view nearest_word(std::string_view word,
                                            std::span<const std::string_view> candidates);
[[nodiscard]] std::string nearest_word(std::string_view word,
                                       const std::vector<std::string>& candidates);

} // namespace mrctl
