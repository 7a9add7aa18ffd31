#pragma once

#include "mrctl/spec/shape.hpp"

namespace mrctl::spec {

// What kind of value a field's flag accepts, by the field's shape.

// Returns whether values of the kind are documented to have no others inside.
[[nodiscard]] bool is_scalar(ShapeKind kind);

// Returns the list that the shape is, or that is one of its alternatives, or null.
[[nodiscard]] const Shape* list_in(const Shape& shape);

// Returns whether it accepts KEY=VALUE, like maps and objects that allow undocumented members.
[[nodiscard]] bool takes_pairs(const Shape& shape);

// Returns whether it accepts one item of a list. For a list of undocumented items, it accepts words
// if the list may be null, else JSON.
[[nodiscard]] bool takes_items(const Shape& shape);

// Returns whether it accepts a file after "@".
[[nodiscard]] bool takes_file(const Shape& shape);

// Returns whether it may be repeated: pairs, items and words are added to the earlier ones.
[[nodiscard]] bool repeats(const Shape& shape);

} // namespace mrctl::spec
