#pragma once

#include "mrctl/model/endpoint_columns.hpp"
#include "mrctl/model/endpoint_filter.hpp"
#include "mrctl/model/endpoint_measure.hpp"
#include "mrctl/render/format.hpp"
#include "mrctl/render/table.hpp"
#include "mrctl/session/context.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::commands {

// How to show the listing.
struct View {
  render::Format format = render::Format::table;
  render::HeaderRow header = render::HeaderRow::shown;
  render::Overflow overflow = render::Overflow::hidden;
  model::Columns columns;
  model::Conditions conditions;
  std::optional<model::Sorting> sorting;
  std::optional<std::size_t> limit;
  std::optional<std::size_t> at_least; // minimum number of matching endpoints
  std::optional<model::Measure> chart; // instead of a table
  std::vector<std::string> notes;      // flags that have no effect
};

// Reads the flags of the listing. Fails with a usage error, before anything is sent.
[[nodiscard]] Result<View> read_view(const session::Context& context);

// Reads them for a report, as if -o named its format.
[[nodiscard]] Result<View> view_in(const session::Context& context, render::Format format);

// Whether the rows are unchanged: all of them, in the service's order.
[[nodiscard]] bool shows_everything(const View& view);

} // namespace mrctl::commands
