#pragma once

#include "mrctl/model/endpoint_columns.hpp"
#include "mrctl/model/endpoint_rows.hpp"
#include "mrctl/render/table.hpp"

namespace mrctl::render {

// Returns what people read in these columns.
[[nodiscard]] Grid endpoint_grid(const model::Rows& rows, const model::Columns& columns);

} // namespace mrctl::render
