#pragma once

#include "mrctl/model/endpoint_columns.hpp"
#include "mrctl/model/endpoint_rows.hpp"
#include "mrctl/render/table.hpp"

#include <optional>
#include <string>

namespace mrctl::render {

// Returns the column whose prices are marked where they are not all that a request costs: the first
// one of prices a million tokens; null where there is none.
[[nodiscard]] const model::Column* marked_column(const model::Columns& columns);

// Returns what people read in a cell of the column: "0.89+" where the mark stands. Nothing for
// null.
[[nodiscard]] std::optional<std::string>
text_for_people(const model::Row& row, const model::Column& column, const model::Column* marked);

// Returns what people read in these columns.
[[nodiscard]] Grid endpoint_grid(const model::Rows& rows, const model::Columns& columns);

} // namespace mrctl::render
