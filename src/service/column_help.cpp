#include "mrctl/json/value.hpp"
#include "mrctl/service/endpoint_columns.hpp"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace mrctl::service {

namespace {

constexpr std::array record_names{"name", "title", "unit", "kind", "path"};
constexpr std::array column_titles{"NAME", "TITLE", "UNIT", "KIND", "IN JSON"};

using RowTexts = std::vector<std::optional<std::string>>;

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

RowTexts texts_of(const Column& column) {
  return {output::text_or_nothing(column.name), output::text_or_nothing(column.title),
          output::text_or_nothing(column.unit), output::text_or_nothing(kind_name(column.kind)),
          output::text_or_nothing(column.path)};
}

output::Records column_records() {
  output::Records records;
  records.names.assign(record_names.begin(), record_names.end());
  for (const auto& column : all_columns())
    records.rows.push_back(texts_of(column));
  return records;
}

output::Grid column_grid() {
  output::Grid grid{{}, column_records().rows};
  for (std::size_t i = 0; i < record_names.size(); ++i)
    grid.headings.push_back({record_names[i], column_titles[i]});
  grid.headings.front().is_identifier = true;
  return grid;
}

std::string json_of(const Column& column) {
  const auto texts = texts_of(column);
  Json document;
  for (std::size_t i = 0; i < record_names.size(); ++i)
    document[record_names[i]] = texts[i] ? Json(*texts[i]) : Json(nullptr);
  return dump_json(document);
}

output::ResultNames names_of_columns() {
  output::ResultNames names;
  for (const auto& column : all_columns())
    names.emplace_back(column.name);
  return names;
}

} // namespace

output::Presentation present_columns(output::OnHidden on_hidden) {
  return {
      .head = "[",
      .tail = "]",
      .records =
          [](const output::Write& record) {
            for (const auto& column : all_columns())
              record(json_of(column));
          },
      .rows = column_records,
      .names = names_of_columns,
      .page = [on_hidden = std::move(on_hidden)](
                  output::Page& page) { page.rows({.grid = column_grid(), .hidden = on_hidden}); },
  };
}

} // namespace mrctl::service
