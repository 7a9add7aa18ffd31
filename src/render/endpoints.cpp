#include "mrctl/render/endpoints.hpp"

#include "mrctl/render/text.hpp"

#include <algorithm>
#include <cstddef>

namespace mrctl::render {

namespace {

std::string id_of(const model::Model& model, const Terminal& terminal) {
  return model.id ? safe_text(*model.id) : std::string(absent(terminal));
}

// "acme/large  Acme Large  text->text"
std::string heading_line(const model::Model& model, const Terminal& terminal) {
  const auto id = id_of(model, terminal);
  std::string rest;
  for (const auto* part : {&model.name, &model.modality})
    if (*part) rest += "  " + safe_text(**part);
  if (terminal.width) {
    const auto taken = static_cast<int>(display_width(id));
    const auto left = static_cast<std::size_t>(std::max(0, *terminal.width - taken));
    rest = shortened(rest, left, ellipsis(terminal));
  }
  return styled(id, Style::bold, terminal) + rest + "\n";
}

// What requests name an endpoint and its model by.
bool is_identifier(const model::Column& column) {
  return column.id == model::ColumnId::tag || column.id == model::ColumnId::model;
}

Grid grid_of(const model::Rows& rows, const model::Columns& columns) {
  Grid grid;
  for (const auto* column : columns)
    grid.headings.push_back({std::string(column->name), std::string(column->title), column->kind,
                             is_identifier(*column)});
  grid.rows.reserve(rows.size());
  for (const auto& row : rows) {
    auto& cells = grid.rows.emplace_back();
    for (const auto* column : columns) {
      const auto cell = column->cell(*row.model, *row.endpoint);
      cells.push_back(cell ? std::optional(cell->text) : std::nullopt);
    }
  }
  return grid;
}

bool has_row(const model::Rows& rows, std::size_t model_index) {
  return std::any_of(rows.begin(), rows.end(),
                     [&](const auto& row) { return row.model_index == model_index; });
}

// A normal answer, often for a free variant, and different from a model that does not exist.
std::string missing_lines(std::span<const model::Model> models, const model::Rows& rows,
                          const Terminal& terminal) {
  std::string out;
  for (std::size_t i = 0; i < models.size(); ++i)
    if (!has_row(rows, i))
      out += id_of(models[i], terminal) +
             (models[i].endpoints.empty() ? " has no endpoints\n" : " has no such endpoints\n");
  return out;
}

} // namespace

Table endpoints_table(std::span<const model::Model> models, const model::Rows& rows,
                      const model::Columns& columns, const Terminal& terminal, Header header) {
  Table out;
  if (!rows.empty()) out = table(grid_of(rows, columns), terminal, header);
  if (models.size() == 1 && header == Header::shown && !rows.empty())
    out.text.insert(0, heading_line(models.front(), terminal));
  out.text += missing_lines(models, rows, terminal);
  return out;
}

Records endpoint_records(const model::Rows& rows, const model::Columns& columns) {
  Records records;
  for (const auto* column : columns)
    records.names.emplace_back(column->name);
  for (const auto& row : rows) {
    auto& texts = records.rows.emplace_back();
    for (const auto* column : columns) {
      const auto cell = column->cell(*row.model, *row.endpoint);
      texts.push_back(cell ? std::optional(cell->exact) : std::nullopt);
    }
  }
  return records;
}

} // namespace mrctl::render
