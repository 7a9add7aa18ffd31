#pragma once

#include "mrctl/output/table.hpp"
#include "mrctl/output/terminal.hpp"
#include "mrctl/service/endpoint.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/service/endpoint_table.hpp"

#include <optional>
#include <string>

namespace mrctl::service {

// Returns the column that marks prices that are not the whole cost: the first one with prices per
// million tokens, or null.
[[nodiscard]] const Column* marked_column(const Columns& columns);

// Returns the text of a cell for people, "0.89+" with the mark. Nothing for null.
[[nodiscard]] std::optional<std::string>
text_for_people(const EndpointRow& row, const Column& column, const Column* marked);

// Returns the texts of these columns for people.
[[nodiscard]] output::Grid endpoint_grid(const EndpointRows& rows, const Columns& columns);

// Draws "acme/large  Acme Large  text->text", shortened to the terminal.
[[nodiscard]] std::string model_heading(const Model& model, const output::Terminal& terminal);

} // namespace mrctl::service
