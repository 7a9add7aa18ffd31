#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/output/presentation.hpp"
#include "mrctl/service/endpoint.hpp"
#include "mrctl/service/endpoint_columns.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::service {

// One endpoint in a listing of one or more models.
struct EndpointRow {
  const Model* model;
  const Endpoint* endpoint;
  std::size_t model_index;
};

using EndpointRows = std::vector<EndpointRow>;

// What a chart draws of each endpoint: one column of numbers, or the span between two of them.
struct Measure {
  std::string_view name;
  const Column* first;
  const Column* last = nullptr; // of a span
  std::string_view ends = {};   // of a span, in words: "p50 and p99"
};

// Reads the name of a column of numbers, or one of the plain words: "latency" and "throughput" span
// p50 to p99, "price" spans the prompt's and the completion's, and "uptime" is that of the last
// day. Fails with a usage error that names the nearest one.
[[nodiscard]] Result<Measure> parse_measure(std::string_view name);

// The words that parse_measure() accepts.
[[nodiscard]] std::vector<std::string_view> measure_names();

// Returns a row for every endpoint, in order. The rows point into `models`.
[[nodiscard]] EndpointRows list_rows(std::span<const Model> models);

// Returns the rows in the order of one column: numbers by value, everything else by its bytes.
// Equal rows keep their order. Rows without a value, including variable prices, come last in both
// directions.
[[nodiscard]] EndpointRows sorted(EndpointRows rows, Sorting sorting);

// A listing, and how it is wanted.
struct EndpointListing {
  std::span<const Model> models;
  const EndpointRows& matching;   // those that meet the conditions
  const EndpointRows& rows;       // those of them that are shown; they point into `models`
  Columns columns;                // for people
  Columns exact_columns{};        // for csv and the like: values as given, and prices per token
  std::optional<Measure> chart{}; // in text instead of the table
  bool has_sentences = true;      // whether text says which models have no endpoints
};

// Returns the listing without its documents: a table below a line with id, name and modality of the
// only model, or a bar for each row, and charts where there is room; a line for each endpoint with
// the id of its "model" first; tags. The endpoints must be compact. All must outlive it.
[[nodiscard]] output::Presentation present_endpoints(const EndpointListing& listing,
                                                     output::OnHidden on_hidden = {});

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

// Returns each model's `data` with its `endpoints` in the order of the rows, and only those;
// everything else as the service sent it. `data` holds the texts that `models` were read from.
[[nodiscard]] std::vector<std::string> arrange_endpoints(std::span<const SharedText> data,
                                                         const EndpointRows& rows);

} // namespace mrctl::service
