#pragma once

#include "shape_check.hpp"

namespace mrctl::body {

// Both warn of the JSON Schema of an object if services refuse it: an array needs items, for
// example. With "strict": true, a schema must require every property of each object and allow no
// others. The first takes response_format.json_schema, the second the function of a tool.
void check_schema_of_answer(ShapeCheck& check, const RuledValue& format);
void check_schema_of_function(ShapeCheck& check, const RuledValue& function);

} // namespace mrctl::body
