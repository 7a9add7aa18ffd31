#include "mrctl/render/endpoints.hpp"

#include "endpoint_grid.hpp"
#include "endpoints_chart.hpp"

#include <algorithm>

namespace mrctl::render {

namespace {

Markup model_html(const model::Model& model) {
  auto out = html_text(model.id.value_or("–"));
  for (const auto* part : {&model.name, &model.modality})
    if (*part) out += Markup{" "} + html_element("span", "dim", html_text(**part));
  return html_element("h2", "", out) + Markup{"\n"};
}

} // namespace

Markup endpoints_html(std::span<const model::Model> models, const model::EndpointRows& rows,
                      const model::Columns& columns, std::span<const model::Measure> measures) {
  Markup out;
  for (const auto& model : models)
    if (models.size() == 1) out += model_html(model);
  if (rows.empty()) return out;
  out += html_table(endpoint_grid(rows, columns));
  for (const auto& measure : measures) {
    const auto bars = endpoint_bars(models.size(), rows, measure);
    if (std::any_of(bars.bars.begin(), bars.bars.end(),
                    [](const auto& bar) { return bar.has_value(); }))
      out += html_chart(bars, chart_title(measure));
  }
  return out;
}

} // namespace mrctl::render
