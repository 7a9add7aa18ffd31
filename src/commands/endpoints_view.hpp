#pragma once

#include "mrctl/commands/context.hpp"
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
  service::Columns columns;       // for people
  service::Columns exact_columns; // for csv and the like
  service::Conditions conditions;
  std::optional<service::Sorting> sorting;
  std::optional<std::size_t> limit;
  std::optional<std::size_t> at_least;   // minimum number of matching endpoints
  std::optional<service::Measure> chart; // instead of a table
  std::vector<std::string> notes;        // flags that have no effect
};

// Reads the flags of the listing. Fails with a usage error, before anything is sent.
[[nodiscard]] Result<View> read_view(const Context& context);

// Whether the rows are unchanged: all of them, in the service's order.
[[nodiscard]] bool shows_everything(const View& view);

} // namespace mrctl::commands
