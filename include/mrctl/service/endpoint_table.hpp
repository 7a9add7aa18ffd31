#pragma once

#include "mrctl/output/format.hpp"
#include "mrctl/output/html.hpp"
#include "mrctl/output/records.hpp"
#include "mrctl/output/table.hpp"
#include "mrctl/service/endpoint.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/service/endpoint_measure.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::service {

// One endpoint in a listing of one or more models; the positions find its JSON text again.
struct EndpointRow {
  const Model* model;
  const Endpoint* endpoint;
  std::size_t model_index;
  std::size_t endpoint_index;
};

using EndpointRows = std::vector<EndpointRow>;

// Returns a row for every endpoint, in order. The rows point into `models`.
[[nodiscard]] EndpointRows list_rows(std::span<const Model> models);

// Returns the rows in the order of one column: numbers by value, everything else by its bytes.
// Equal rows keep their order. Rows without a value, including variable prices, come last in both
// directions.
[[nodiscard]] EndpointRows sorted(EndpointRows rows, Sorting sorting);

// Draws a heading line (id, name, modality) and the table for one model, or one table for several;
// empty if there are no rows. `rows` point into `models`.
[[nodiscard]] output::Table endpoints_table(std::span<const Model> models, const EndpointRows& rows,
                                            const Columns& columns,
                                            const output::Terminal& terminal,
                                            output::HeaderRow header = output::HeaderRow::shown,
                                            output::Overflow overflow = output::Overflow::hidden);

// Draws a bar for each row, below the heading line and a line that explains the bars.
[[nodiscard]] std::string endpoints_chart(std::span<const Model> models, const EndpointRows& rows,
                                          const Measure& measure, const output::Terminal& terminal,
                                          output::HeaderRow header = output::HeaderRow::shown);

// Returns the same as markup: the table, and the chart of each measure below it.
[[nodiscard]] output::Markup endpoints_html(std::span<const Model> models, const EndpointRows& rows,
                                            const Columns& columns,
                                            std::span<const Measure> measures);

// Returns a sentence for each model that has no endpoints, or none among the rows that meet the
// conditions. `rows` are those that do.
[[nodiscard]] std::vector<std::string> missing_endpoints(std::span<const Model> models,
                                                         const EndpointRows& rows);

// Returns the sentence that names the degraded endpoints, for tables without their status; empty if
// there are none.
[[nodiscard]] std::string degraded_note(const EndpointRows& rows);

// Returns the sentence that explains the mark after a price, "0.89+"; empty if no row has it in
// these columns.
[[nodiscard]] std::string further_prices_note(const EndpointRows& rows, const Columns& columns);

// Returns the records for a format: with values for people, as in markdown, what tables show, with
// "/M" after the names of columns per million tokens; else values as given and prices per token.
[[nodiscard]] output::Records endpoint_records(const EndpointRows& rows, const Columns& columns,
                                               Format format);

// Returns each model's `data` with its `endpoints` in the order of the rows, and only those;
// everything else as the service sent it. `data` holds the texts that `models` were read from.
[[nodiscard]] std::vector<std::string> arrange_endpoints(std::span<const std::string> data,
                                                         const EndpointRows& rows);

// Returns one line for each row: the endpoint's JSON with the id of its "model" first. The
// endpoints in `data` must be compact.
[[nodiscard]] std::string endpoints_jsonl(std::span<const std::string> data,
                                          const EndpointRows& rows);

} // namespace mrctl::service
