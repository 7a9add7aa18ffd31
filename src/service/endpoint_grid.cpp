#include "endpoint_grid.hpp"

#include "mrctl/output/text.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace mrctl::service {

namespace {

// The names that requests use for an endpoint and its model.
bool is_identifier(const Column& column) {
  return column.id == ColumnId::tag || column.id == ColumnId::model;
}

// A status is compared as a number and shown as a word.
output::CellKind kind_for_people(const Column& column) {
  return column.id == ColumnId::status ? output::CellKind::boolean : column.kind;
}

} // namespace

const Column* marked_column(const Columns& columns) {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [](const auto* column) { return is_per_million(*column); });
  return found == columns.end() ? nullptr : *found;
}

std::optional<std::string> text_for_people(const EndpointRow& row, const Column& column,
                                           const Column* marked) {
  auto cell = column.cell(*row.model, *row.endpoint);
  if (!cell) return std::nullopt;
  const bool has_mark = &column == marked && has_further_prices(*row.endpoint) && cell->number();
  return has_mark ? cell->rounded() + "+" : cell->rounded();
}

output::Grid endpoint_grid(const EndpointRows& rows, const Columns& columns) {
  output::Grid grid;
  for (const auto* column : columns)
    grid.headings.push_back({std::string(column->name), std::string(column->title),
                             kind_for_people(*column), is_identifier(*column)});
  const auto* marked = marked_column(columns);
  grid.rows.reserve(rows.size());
  for (const auto& row : rows) {
    auto& cells = grid.rows.emplace_back();
    cells.reserve(columns.size());
    for (const auto* column : columns)
      cells.push_back(text_for_people(row, *column, marked));
  }
  return grid;
}

std::string model_heading(const Model& model, const output::Terminal& terminal) {
  const auto id = model.id ? output::safe_text(*model.id) : std::string(output::absent(terminal));
  std::string rest;
  for (const auto* part : {&model.name, &model.modality})
    if (*part) rest += "  " + output::safe_text(**part);
  if (terminal.width) {
    const auto taken = static_cast<int>(output::display_width(id));
    const auto left = static_cast<std::size_t>(std::max(0, *terminal.width - taken));
    rest = output::shortened(rest, left, output::ellipsis(terminal));
  }
  return output::styled(id, output::Style::bold, terminal) + rest + "\n";
}

} // namespace mrctl::service
