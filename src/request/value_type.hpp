#pragma once

#include "mrctl/json/view.hpp"
#include "mrctl/spec/shape.hpp"

#include <string>

namespace mrctl::request {

// Returns whether the value has the JSON type of the shape, without checking its content.
[[nodiscard]] bool has_type_of(const spec::Shape& shape, const JsonView& value);

// Returns scalars as shortened JSON, and words such as "an object" for the rest.
[[nodiscard]] std::string quote_value(const JsonView& value);

} // namespace mrctl::request
