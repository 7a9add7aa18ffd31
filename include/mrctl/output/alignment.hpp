#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mrctl::output {

// An element of two lists: in both, only in the first (removed), or only in the second (added).
struct Step {
  std::optional<std::size_t> before;
  std::optional<std::size_t> after;

  bool operator==(const Step&) const = default;
};

// Aligns lists whose elements are given by numbers, equal ones by the same number. All lists that
// it aligns share one budget of pairs.
class Aligner {
public:
  // Returns the steps from one list to the other that keep the most elements, in order; removals
  // come before additions. Of lists for which the budget is too small, the common beginning and end
  // are kept, and the rest is compared position by position.
  [[nodiscard]] std::vector<Step> align(std::span<const std::uint32_t> before,
                                        std::span<const std::uint32_t> after);

private:
  std::size_t pairs_left_ = 2'000'000; // compared in some hundredths of a second
};

} // namespace mrctl::output
