#include "endpoints_chart.hpp"

#include "mrctl/render/chart.hpp"
#include "mrctl/render/endpoints.hpp"
#include "mrctl/render/text.hpp"

#include "endpoint_grid.hpp"
#include "model_heading.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace mrctl::render {

namespace {

using model::ColumnId;

model::Columns columns_of(std::size_t models, const model::Measure& measure) {
  const auto all = model::all_columns();
  model::Columns columns;
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

bool draws_rest(const model::Measure& measure) {
  return measure.first->drawn == model::Drawn::rest_of_hundred;
}

std::optional<Decimal> number_in(const model::EndpointRow& row, const model::Column& column) {
  const auto cell = column.cell(*row.model, *row.endpoint);
  return cell ? cell->number() : std::nullopt;
}

// A span is drawn only if both ends are known.
std::optional<Extent> extent_of(const model::EndpointRow& row, const model::Measure& measure) {
  const auto first = number_in(row, *measure.first);
  if (!first) return std::nullopt;
  if (draws_rest(measure)) {
    const auto rest = rest_of_hundred(*first);
    return Extent{rest, rest};
  }
  const auto last = measure.last == nullptr ? first : number_in(row, *measure.last);
  if (!last) return Extent{*first, *first};
  return Extent{std::min(*first, *last), std::max(*first, *last)};
}

} // namespace

Chart endpoint_bars(std::size_t models, const model::EndpointRows& rows,
                    const model::Measure& measure) {
  Chart out{endpoint_grid(rows, columns_of(models, measure)), {}};
  for (auto& heading : out.grid.headings)
    heading.is_identifier = false; // bars need the room more than long tags
  out.bars.reserve(rows.size());
  for (const auto& row : rows)
    out.bars.push_back(extent_of(row, measure));
  return out;
}

std::string chart_title(const model::Measure& measure) {
  std::string title(measure.name);
  if (!measure.first->unit.empty()) title.append(", ").append(measure.first->unit);
  if (measure.last != nullptr)
    title.append(": ").append(measure.ends).append(", shaded between them");
  if (draws_rest(measure)) title.append("; bars show downtime, 100 minus the value");
  return title;
}

std::string endpoints_chart(std::span<const model::Model> models, const model::EndpointRows& rows,
                            const model::Measure& measure, const Terminal& terminal,
                            HeaderRow header) {
  if (rows.empty()) return {};
  std::string out;
  if (header == HeaderRow::shown) {
    if (models.size() == 1) out += model_heading(models.front(), terminal);
    auto title = chart_title(measure);
    if (terminal.width)
      title = shortened(title, static_cast<std::size_t>(std::max(1, *terminal.width)),
                        ellipsis(terminal));
    out += styled(title, Style::dim, terminal) + "\n";
  }
  return out + chart(endpoint_bars(models.size(), rows, measure), terminal);
}

} // namespace mrctl::render
