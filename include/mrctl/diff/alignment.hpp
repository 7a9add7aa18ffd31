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

// Tells whether an element of the first list is the same as one of the second.
using IsSame = std::function<bool(std::size_t before, std::size_t after)>;

// Returns the steps from one list to the other that keep the most elements, in order; what is
// removed stands before what is added. Lists too long to compare each with each are compared
// position by position between what they begin and end with alike.
[[nodiscard]] std::vector<Step> align(Stretch before, Stretch after, const IsSame& is_same);

} // namespace mrctl::diff
