#pragma once

#include "mrctl/model/endpoint_columns.hpp"
#include "mrctl/model/endpoint_rows.hpp"
#include "mrctl/render/table.hpp"

#include <optional>
#include <string>

namespace mrctl::render {

// Returns the column that marks prices that are not the whole cost: the first one with prices per
// million tokens, or null.
[[nodiscard]] const model::Column* marked_column(const model::Columns& columns);

// Returns the text of a cell for people, "0.89+" with the mark. Nothing for null.
[[nodiscard]] std::optional<std::string> text_for_people(const model::EndpointRow& row,
                                                         const model::Column& column,
                                                         const model::Column* marked);

// Returns the texts of these columns for people.
[[nodiscard]] Grid endpoint_grid(const model::EndpointRows& rows, const model::Columns& columns);

} // namespace mrctl::render
