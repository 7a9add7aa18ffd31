#pragma once

#include "mrctl/output/chart.hpp"
#include "mrctl/service/endpoint_measure.hpp"
#include "mrctl/service/endpoint_rows.hpp"

#include <cstddef>
#include <string>

namespace mrctl::service {

// Returns the chart of a measure: a row for each endpoint, named by its tag, and by its model if
// there are several.
[[nodiscard]] output::Chart endpoint_bars(std::size_t models, const EndpointRows& rows,
                                          const Measure& measure);

// "prompt, per million tokens", "latency: p50 and p99, shaded between them"
[[nodiscard]] std::string chart_title(const Measure& measure);

} // namespace mrctl::service
