#pragma once

#include "mrctl/model/endpoint_columns.hpp"
#include "mrctl/model/endpoint_measure.hpp"
#include "mrctl/model/endpoint_rows.hpp"
#include "mrctl/render/format.hpp"
#include "mrctl/render/html.hpp"
#include "mrctl/render/records.hpp"
#include "mrctl/render/table.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::render {

// Draws a heading line (id, name, modality) and the table for one model, or one table for several;
// empty if there are no rows. `rows` point into `models`.
[[nodiscard]] Table endpoints_table(std::span<const model::Model> models,
                                    const model::EndpointRows& rows, const model::Columns& columns,
                                    const Terminal& terminal, HeaderRow header = HeaderRow::shown,
                                    Overflow overflow = Overflow::hidden);

// Draws a bar for each row, below the heading line and a line that explains the bars.
[[nodiscard]] std::string endpoints_chart(std::span<const model::Model> models,
                                          const model::EndpointRows& rows,
                                          const model::Measure& measure, const Terminal& terminal,
                                          HeaderRow header = HeaderRow::shown);

// Returns the same as markup: the table, and the chart of each measure below it.
[[nodiscard]] Markup endpoints_html(std::span<const model::Model> models,
                                    const model::EndpointRows& rows, const model::Columns& columns,
                                    std::span<const model::Measure> measures);

// Returns a sentence for each model that has no endpoints, or none among the rows that meet the
// conditions. `rows` are those that do.
[[nodiscard]] std::vector<std::string> missing_endpoints(std::span<const model::Model> models,
                                                         const model::EndpointRows& rows);

// Returns the sentence that names the degraded endpoints, for tables without their status; empty if
// there are none.
[[nodiscard]] std::string degraded_note(const model::EndpointRows& rows);

// Returns the sentence that explains the mark after a price, "0.89+"; empty if no row has it in
// these columns.
[[nodiscard]] std::string further_prices_note(const model::EndpointRows& rows,
                                              const model::Columns& columns);

// Returns the records for a format: with values for people, as in markdown, what tables show, with
// "/M" after the names of columns per million tokens; else values as given and prices per token.
[[nodiscard]] Records endpoint_records(const model::EndpointRows& rows,
                                       const model::Columns& columns, Format format);

// Returns each model's `data` with its `endpoints` in the order of the rows, and only those;
// everything else as the service sent it. `data` holds the texts that `models` were read from.
[[nodiscard]] std::vector<std::string> arrange_endpoints(std::span<const std::string> data,
                                                         const model::EndpointRows& rows);

// Returns one line for each row: the endpoint's JSON with the id of its "model" first. The
// endpoints in `data` must be compact.
[[nodiscard]] std::string endpoints_jsonl(std::span<const std::string> data,
                                          const model::EndpointRows& rows);

} // namespace mrctl::render
