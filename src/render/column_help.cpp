#include "mrctl/render/column_help.hpp"

#include "mrctl/json/value.hpp"
#include "mrctl/model/endpoint_columns.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace mrctl::render {

namespace {

constexpr std::array record_names{"name", "title", "unit", "kind", "path"};
constexpr std::array column_titles{"NAME", "TITLE", "UNIT", "KIND", "IN JSON"};

using Texts = std::vector<std::optional<std::string>>;

std::string_view kind_name(model::CellKind kind) {
  switch (kind) {
  case model::CellKind::number:
    return "number";
  case model::CellKind::list:
    return "list";
  case model::CellKind::boolean:
    return "boolean";
  default:
    return "text";
  }
}

Texts texts_of(const model::Column& column) {
  return {text_or_nothing(column.name), text_or_nothing(column.title), text_or_nothing(column.unit),
          text_or_nothing(kind_name(column.kind)), text_or_nothing(column.path)};
}

} // namespace

Table column_table(const Terminal& terminal, HeaderRow header, Overflow overflow) {
  Grid grid;
  for (std::size_t i = 0; i < record_names.size(); ++i)
    grid.headings.push_back({record_names[i], column_titles[i]});
  grid.headings.front().is_identifier = true;
  grid.rows = column_records().rows;
  return table(grid, terminal, header, overflow);
}

Records column_records() {
  Records records;
  records.names.assign(record_names.begin(), record_names.end());
  for (const auto& column : model::all_columns())
    records.rows.push_back(texts_of(column));
  return records;
}

std::vector<std::string> column_documents() {
  std::vector<std::string> documents;
  for (const auto& column : model::all_columns()) {
    const auto texts = texts_of(column);
    Json document;
    for (std::size_t i = 0; i < record_names.size(); ++i)
      document[record_names[i]] = texts[i] ? Json(*texts[i]) : Json(nullptr);
    documents.push_back(dump_json(document));
  }
  return documents;
}

} // namespace mrctl::render
