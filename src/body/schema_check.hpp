#pragma once

#include "mrctl/json/view.hpp"

#include "shape_check.hpp"

namespace mrctl::body {

// Warns of JSON Schemas that services refuse: arrays need items, for example. With "strict": true,
// a schema must require every property of each object and allow no others.
void warn_of_schemas(ShapeCheck& check, const JsonView& body);

// Warns of an object for provider.sort that says nothing of what to sort by.
void warn_of_unusual_sort(ShapeCheck& check, const JsonView& body);

} // namespace mrctl::body
