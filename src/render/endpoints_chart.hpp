#pragma once

#include "mrctl/model/endpoint_measure.hpp"
#include "mrctl/model/endpoint_rows.hpp"
#include "mrctl/render/chart.hpp"

#include <cstddef>
#include <string>

namespace mrctl::render {

// Returns the chart of a measure: a row for each endpoint, named by its tag, and by its model if
// there are several.
[[nodiscard]] Chart endpoint_bars(std::size_t models, const model::EndpointRows& rows,
                                  const model::Measure& measure);

// "prompt, per million tokens", "latency: p50 and p99, shaded between them"
[[nodiscard]] std::string chart_title(const model::Measure& measure);

} // namespace mrctl::render
