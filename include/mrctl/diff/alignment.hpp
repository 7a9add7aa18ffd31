#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace mrctl::diff {

// An element of two lists: in both, only in the first (removed), or only in the second (added).
struct Step {
  std::optional<std::size_t> before;
  std::optional<std::size_t> after;

  bool operator==(const Step&) const = default;
};

// Two stretches of lists to be aligned: [begin, begin + size).
struct Stretch {
  std::size_t begin = 0;
  std::size_t size = 0;
};

// Returns whether an element of the first list equals one of the second.
using IsSame = std::function<bool(std::size_t before, std::size_t after)>;

// Returns the steps from one list to the other that keep the most elements, in order; removals come
// before additions. Of lists that are too long for this, the common beginning and end are kept, and
// the rest is compared position by position.
[[nodiscard]] std::vector<Step> align(Stretch before, Stretch after, const IsSame& is_same);

} // namespace mrctl::diff
