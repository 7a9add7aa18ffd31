#pragma once

#include "mrctl/base/json.hpp"
#include "mrctl/base/result.hpp"
#include "mrctl/spec/shape.hpp"

#include <string>
#include <string_view>

namespace mrctl::docgen {

// The schemas that there are: "request", "preset", "endpoints", "credential".
[[nodiscard]] spec::Rows<std::string_view> schema_names();

// Returns the JSON Schema (2020-12) of a chat-completions body, made of the table of request
// fields. What mrctl refuses it refuses; what mrctl warns of it accepts. That reasoning_effort must
// not differ from reasoning.effort is beyond a schema.
[[nodiscard]] Json request_schema();

// Returns the schema of what a shape accepts; undocumented members are, unless the shape refuses
// them.
[[nodiscard]] Json schema_of(const spec::Shape& shape);

// Returns one schema as text, indented, with a line break at the end. Fails with a usage error that
// names the nearest one where there is none of that name.
[[nodiscard]] Result<std::string> schema_text(std::string_view name);

} // namespace mrctl::docgen
