#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/output/format.hpp"
#include "mrctl/output/table.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/service/endpoint_filter.hpp"
#include "mrctl/service/endpoint_measure.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::commands {

// How to show the listing.
struct View {
  output::Format format = output::Format::table;
  output::HeaderRow header = output::HeaderRow::shown;
  output::Overflow overflow = output::Overflow::hidden;
  service::Columns columns;
  service::Conditions conditions;
  std::optional<service::Sorting> sorting;
  std::optional<std::size_t> limit;
  std::optional<std::size_t> at_least;   // minimum number of matching endpoints
  std::optional<service::Measure> chart; // instead of a table
  std::vector<std::string> notes;        // flags that have no effect
};

// Reads the flags of the listing. Fails with a usage error, before anything is sent.
[[nodiscard]] Result<View> read_view(const Context& context);

// Reads them for a report, as if -o named its format.
[[nodiscard]] Result<View> view_in(const Context& context, output::Format format);

// Whether the rows are unchanged: all of them, in the service's order.
[[nodiscard]] bool shows_everything(const View& view);

} // namespace mrctl::commands
