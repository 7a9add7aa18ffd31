#include "mrctl/service/endpoint_table.hpp"

#include "endpoint_grid.hpp"
#include "endpoints_chart.hpp"

#include <algorithm>

namespace mrctl::service {

namespace {

output::Markup model_html(const Model& model) {
  auto out = output::html_text(model.id.value_or("–"));
  for (const auto* part : {&model.name, &model.modality})
    if (*part)
      out += output::Markup{" "} + output::html_element("span", "dim", output::html_text(**part));
  return output::html_element("h2", "", out) + output::Markup{"\n"};
}

} // namespace

output::Markup endpoints_html(std::span<const Model> models, const EndpointRows& rows,
                              const Columns& columns, std::span<const Measure> measures) {
  output::Markup out;
  for (const auto& model : models)
    if (models.size() == 1) out += model_html(model);
  if (rows.empty()) return out;
  out += output::html_table(endpoint_grid(rows, columns));
  for (const auto& measure : measures) {
    const auto bars = endpoint_bars(models.size(), rows, measure);
    if (std::any_of(bars.bars.begin(), bars.bars.end(),
                    [](const auto& bar) { return bar.has_value(); }))
      out += output::html_chart(bars, chart_title(measure));
  }
  return out;
}

} // namespace mrctl::service
