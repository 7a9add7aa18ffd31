#pragma once

#include "mrctl/json/value.hpp"
#include "mrctl/service/documented.hpp"

#include <span>

namespace mrctl::help {

// Returns the JSON Schema of an object with these members. Every member may be null or missing, and
// others are allowed, because this is how answers are read.
[[nodiscard]] Json record_schema(std::span<const service::Documented> members);

} // namespace mrctl::help
