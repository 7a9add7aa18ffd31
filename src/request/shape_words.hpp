#pragma once

#include "mrctl/json/view.hpp"
#include "mrctl/spec/shape.hpp"

#include <string>
#include <string_view>

namespace mrctl::request {

// Returns whether the value has the JSON type of the shape, without checking its content.
[[nodiscard]] bool has_type_of(const spec::Shape& shape, const JsonView& value);

// Returns what was expected: "a number or null".
[[nodiscard]] std::string describe(const spec::Shape& shape);

// Returns scalars as shortened JSON, and words such as "an object" for the rest.
[[nodiscard]] std::string quote_value(const JsonView& value);

// Returns "0", "2.5": a bound as people write it.
[[nodiscard]] std::string bound_text(double bound);

} // namespace mrctl::request
