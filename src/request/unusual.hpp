#pragma once

#include "mrctl/base/json.hpp"

#include "shape_check.hpp"

namespace mrctl::request {

// Warns of texts that are legal, but not what services are known to take.
void warn_of_unusual(ShapeCheck& check, const Json& body);

} // namespace mrctl::request
