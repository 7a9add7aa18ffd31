#include "endpoint_grid.hpp"

#include <optional>
#include <string>
#include <utility>

namespace mrctl::render {

namespace {

using model::ColumnId;

// What requests name an endpoint and its model by.
bool is_identifier(const model::Column& column) {
  return column.id == ColumnId::tag || column.id == ColumnId::model;
}

// A status is a number to compare by and a word to read.
model::Kind kind_for_people(const model::Column& column) {
  return column.id == ColumnId::status ? model::Kind::boolean : column.kind;
}

} // namespace

Grid endpoint_grid(const model::Rows& rows, const model::Columns& columns) {
  Grid grid;
  for (const auto* column : columns)
    grid.headings.push_back({std::string(column->name), std::string(column->title),
                             kind_for_people(*column), is_identifier(*column)});
  grid.rows.reserve(rows.size());
  for (const auto& row : rows) {
    auto& cells = grid.rows.emplace_back();
    cells.reserve(columns.size());
    for (const auto* column : columns) {
      auto cell = column->cell(*row.model, *row.endpoint);
      cells.push_back(cell ? std::optional(std::move(cell->text)) : std::nullopt);
    }
  }
  return grid;
}

} // namespace mrctl::render
