#pragma once

#include "mrctl/output/cell.hpp"
#include "mrctl/output/records.hpp"
#include "mrctl/output/table.hpp"
#include "mrctl/service/record.hpp"

#include <span>
#include <string>
#include <vector>

namespace mrctl::service {

// Returns the card lines of one record; unknown members follow under the service's own names.
template <class Record>
std::vector<output::CardLine>
card_lines(const Record& record, std::span<const RecordField<Record>> fields, output::Shown shown) {
  std::vector<output::CardLine> lines;
  for (const auto& field : fields) {
    if (field.shown == output::Shown::wide && shown != output::Shown::wide) continue;
    const auto cell = field.cell(record);
    lines.push_back(
        {std::string(field.title), cell ? std::optional(cell->text) : std::nullopt, field.kind});
  }
  for (const auto& member : record.unknown)
    lines.push_back({member.name, member.text, output::CellKind::text});
  return lines;
}

// Returns a row for each record, and a name for each field.
template <class Record>
output::Records field_records(std::span<const Record> records,
                              std::span<const RecordField<Record>> fields) {
  output::Records out;
  for (const auto& field : fields)
    out.names.emplace_back(field.name);
  for (const auto& record : records) {
    auto& texts = out.rows.emplace_back();
    for (const auto& field : fields) {
      const auto cell = field.cell(record);
      texts.push_back(cell ? std::optional(cell->exact) : std::nullopt);
    }
  }
  return out;
}

} // namespace mrctl::service
