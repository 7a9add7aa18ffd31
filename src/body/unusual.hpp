#pragma once

#include "mrctl/json/view.hpp"

#include "shape_check.hpp"

namespace mrctl::body {

// Warns about texts that are legal but that services are not known to accept.
void warn_of_unusual(ShapeCheck& check, const JsonView& body);

} // namespace mrctl::body
