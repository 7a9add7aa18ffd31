#pragma once

#include "mrctl/output/records.hpp"

#include <string_view>

namespace mrctl::output {

// Returns records of any JSON document: one for each element of an array, else a single one. The
// members of objects are columns in the order in which they first appear, nested ones dotted; other
// values are in the column "value". Lists of scalars are joined by a space, other lists are JSON.
// If this would take more than ten million cells, each record is JSON in "value".
[[nodiscard]] Records json_records(std::string_view json);

} // namespace mrctl::output
