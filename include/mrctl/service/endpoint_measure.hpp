#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/service/endpoint_columns.hpp"

#include <string_view>
#include <vector>

namespace mrctl::service {

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

} // namespace mrctl::service
