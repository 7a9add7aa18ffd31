#pragma once

#include "mrctl/model/cell.hpp"
#include "mrctl/model/record.hpp"
#include "mrctl/render/records.hpp"
#include "mrctl/render/table.hpp"

#include <span>
#include <string>
#include <vector>

namespace mrctl::render {

// Returns the card lines of one record; unknown members follow under the service's own names.
template <class Record>
std::vector<CardLine> card_lines(const Record& record,
                                 std::span<const model::RecordField<Record>> fields,
                                 model::Shown shown) {
  std::vector<CardLine> lines;
  for (const auto& field : fields) {
    if (field.shown == model::Shown::wide && shown != model::Shown::wide) continue;
    const auto cell = field.cell(record);
    lines.push_back(
        {std::string(field.title), cell ? std::optional(cell->text) : std::nullopt, field.kind});
  }
  for (const auto& member : record.unknown)
    lines.push_back({member.name, member.text, model::CellKind::text});
  return lines;
}

// Returns a row for each record, and a name for each field.
template <class Record>
Records field_records(std::span<const Record> records,
                      std::span<const model::RecordField<Record>> fields) {
  Records out;
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

} // namespace mrctl::render
