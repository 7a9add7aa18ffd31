#pragma once

#include "mrctl/render/records.hpp"
#include "mrctl/render/table.hpp"
#include "mrctl/render/terminal.hpp"

#include <string>
#include <vector>

namespace mrctl::render {

// The columns of `endpoints list` themselves: name, title, unit, kind, and the path of the value in
// an endpoint's JSON.

[[nodiscard]] Table column_table(const Terminal& terminal, HeaderRow header = HeaderRow::shown,
                                 Overflow overflow = Overflow::hidden);

// Returns the same as records.
[[nodiscard]] Records column_records();

// Returns a JSON object for each column; an unknown unit is null.
[[nodiscard]] std::vector<std::string> column_documents();

} // namespace mrctl::render
