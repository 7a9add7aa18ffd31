#include "mrctl/service/column_help.hpp"

#include "mrctl/json/value.hpp"
#include "mrctl/service/endpoint_columns.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace mrctl::service {

namespace {

constexpr std::array record_names{"name", "title", "unit", "kind", "path"};
constexpr std::array column_titles{"NAME", "TITLE", "UNIT", "KIND", "IN JSON"};

using Texts = std::vector<std::optional<std::string>>;

std::string_view kind_name(output::CellKind kind) {
  switch (kind) {
  case output::CellKind::number:
    return "number";
  case output::CellKind::list:
    return "list";
  case output::CellKind::boolean:
    return "boolean";
  default:
    return "text";
  }
}

Texts texts_of(const Column& column) {
  return {output::text_or_nothing(column.name), output::text_or_nothing(column.title),
          output::text_or_nothing(column.unit), output::text_or_nothing(kind_name(column.kind)),
          output::text_or_nothing(column.path)};
}

} // namespace

output::Table column_table(const output::Terminal& terminal, output::HeaderRow header,
                           output::Overflow overflow) {
  output::Grid grid;
  for (std::size_t i = 0; i < record_names.size(); ++i)
    grid.headings.push_back({record_names[i], column_titles[i]});
  grid.headings.front().is_identifier = true;
  grid.rows = column_records().rows;
  return output::table(grid, terminal, header, overflow);
}

output::Records column_records() {
  output::Records records;
  records.names.assign(record_names.begin(), record_names.end());
  for (const auto& column : all_columns())
    records.rows.push_back(texts_of(column));
  return records;
}

std::vector<std::string> column_documents() {
  std::vector<std::string> documents;
  for (const auto& column : all_columns()) {
    const auto texts = texts_of(column);
    Json document;
    for (std::size_t i = 0; i < record_names.size(); ++i)
      document[record_names[i]] = texts[i] ? Json(*texts[i]) : Json(nullptr);
    documents.push_back(dump_json(document));
  }
  return documents;
}

} // namespace mrctl::service
