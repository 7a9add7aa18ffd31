#pragma once

#include "mrctl/spec/shape.hpp"

namespace mrctl::spec {

// What the flag of a field takes, by the field's shape.

// Returns whether it takes KEY=VALUE, as maps and objects of documented and other members do.
[[nodiscard]] bool takes_pairs(const Shape& shape);

// Returns whether it takes one item of a list. A list whose items the specification does not show
// takes words where it may be null, else JSON.
[[nodiscard]] bool takes_items(const Shape& shape);

// Returns whether it may be given more than once: pairs, items and words add to those before.
[[nodiscard]] bool repeats(const Shape& shape);

} // namespace mrctl::spec
