#pragma once

#include "mrctl/json/view.hpp"
#include "mrctl/spec/shape.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::body {

// Returns whether the value has the JSON type of the shape, without checking its content.
[[nodiscard]] bool has_type_of(const spec::Shape& shape, const JsonView& value);

// Returns scalars as shortened JSON, and words such as "an object" for the rest.
[[nodiscard]] std::string quote_value(const JsonView& value);

// Returns how a value of a wrong type was probably meant, as JSON or in words: ["acme"] for the
// text "acme" where a list is required. Empty if that is not known.
[[nodiscard]] std::string meant_value(const spec::Shape& shape, const JsonView& value);

// Returns the tags of a tagged shape.
[[nodiscard]] std::vector<std::string_view> tags_of(const spec::Shape& shape);
// Returns the tag that a text was probably meant to be; empty if none is close.
[[nodiscard]] std::string_view nearest_tag(const spec::Shape& shape, std::string_view text);

} // namespace mrctl::body
