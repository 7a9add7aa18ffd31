#pragma once

#include "mrctl/output/records.hpp"
#include "mrctl/output/table.hpp"
#include "mrctl/output/terminal.hpp"

#include <string>
#include <vector>

namespace mrctl::service {

// The columns of `endpoints list` themselves: name, title, unit, kind, and the path of the value in
// an endpoint's JSON.

[[nodiscard]] output::Table column_table(const output::Terminal& terminal,
                                         output::HeaderRow header = output::HeaderRow::shown,
                                         output::Overflow overflow = output::Overflow::hidden);

// Returns the same as records.
[[nodiscard]] output::Records column_records();

// Returns a JSON object for each column; an unknown unit is null.
[[nodiscard]] std::vector<std::string> column_documents();

} // namespace mrctl::service
