#pragma once

#include "mrctl/json/value.hpp"

#include "shape_check.hpp"

namespace mrctl::request {

// Warns about texts that are legal but that services are not known to accept.
void warn_of_unusual(ShapeCheck& check, const Json& body);

} // namespace mrctl::request
