#include "mrctl/output/chart.hpp"
#include "mrctl/output/text.hpp"
#include "mrctl/service/endpoint_measure.hpp"
#include "mrctl/service/endpoint_rows.hpp"
#include "mrctl/service/endpoint_table.hpp"

#include "endpoint_grid.hpp"
#include "model_heading.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

namespace mrctl::service {

namespace {

Columns columns_of(std::size_t models, const Measure& measure) {
  const auto all = all_columns();
  Columns columns;
  if (models > 1) columns.push_back(&all[static_cast<std::size_t>(ColumnId::model)]);
  columns.push_back(&all[static_cast<std::size_t>(ColumnId::tag)]);
  columns.push_back(measure.first);
  if (measure.last != nullptr) columns.push_back(measure.last);
  return columns;
}

Decimal rest_of_hundred(const Decimal& value) {
  const auto hundred = Decimal::parse("100").value_or(Decimal{});
  const auto minus_one = Decimal::parse("-1").value_or(Decimal{});
  return hundred + value * minus_one;
}

bool draws_rest(const Measure& measure) {
  return measure.first->drawn == Drawn::rest_of_hundred;
}

std::optional<Decimal> number_in(const EndpointRow& row, const Column& column) {
  const auto cell = column.cell(*row.model, *row.endpoint);
  return cell ? cell->number() : std::nullopt;
}

// A span is drawn only if both ends are known.
std::optional<output::Extent> extent_of(const EndpointRow& row, const Measure& measure) {
  const auto first = number_in(row, *measure.first);
  if (!first) return std::nullopt;
  if (draws_rest(measure)) {
    const auto rest = rest_of_hundred(*first);
    return output::Extent{rest, rest};
  }
  const auto last = measure.last == nullptr ? first : number_in(row, *measure.last);
  if (!last) return output::Extent{*first, *first};
  return output::Extent{std::min(*first, *last), std::max(*first, *last)};
}

// Returns the chart of a measure: a row for each endpoint, named by its tag, and by its model if
// there are several.
output::Chart endpoint_bars(std::size_t models, const EndpointRows& rows, const Measure& measure) {
  output::Chart out{endpoint_grid(rows, columns_of(models, measure)), {}};
  for (auto& heading : out.grid.headings)
    heading.is_identifier = false; // bars need the room more than long tags
  out.bars.reserve(rows.size());
  for (const auto& row : rows)
    out.bars.push_back(extent_of(row, measure));
  return out;
}

// "prompt, per million tokens", "latency: p50 and p99, shaded between them"
std::string chart_title(const Measure& measure) {
  std::string title(measure.name);
  if (!measure.first->unit.empty()) title.append(", ").append(measure.first->unit);
  if (measure.last != nullptr)
    title.append(": ").append(measure.ends).append(", shaded between them");
  if (draws_rest(measure)) title.append("; bars show downtime, 100 minus the value");
  return title;
}

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

std::string endpoints_chart(std::span<const Model> models, const EndpointRows& rows,
                            const Measure& measure, const output::Terminal& terminal,
                            output::HeaderRow header) {
  if (rows.empty()) return {};
  std::string out;
  if (header == output::HeaderRow::shown) {
    if (models.size() == 1) out += model_heading(models.front(), terminal);
    auto title = chart_title(measure);
    if (terminal.width)
      title = output::shortened(title, static_cast<std::size_t>(std::max(1, *terminal.width)),
                                output::ellipsis(terminal));
    out += output::styled(title, output::Style::dim, terminal) + "\n";
  }
  return out + output::chart(endpoint_bars(models.size(), rows, measure), terminal);
}

} // namespace mrctl::service
