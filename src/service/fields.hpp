#pragma once

#include "mrctl/output/records.hpp"
#include "mrctl/output/table.hpp"
#include "mrctl/service/record.hpp"
#include "mrctl/service/record_field.hpp"

#include "cells.hpp"
#include "reading.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::service {

// Returns the card lines of one record; unknown members follow under the service's own names.
template <class Record>
std::vector<output::CardLine> card_lines(const Record& record,
                                         std::span<const RecordField<Record>> fields) {
  std::vector<output::CardLine> lines;
  const auto text_of = [&](const RecordField<Record>& field) {
    const auto cell = field.cell(record);
    return cell ? std::optional(cell->text) : std::nullopt;
  };
  for (const auto& field : fields) {
    auto text = text_of(field);
    const auto other = std::ranges::find(fields, field.repeats, &RecordField<Record>::name);
    const bool repeats = other != fields.end() && text && text == text_of(*other);
    lines.push_back({std::string(field.title), std::move(text), field.kind,
                     repeats ? output::Shown::wide : field.shown, std::string(field.name)});
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

template <auto Part, class Record>
[[nodiscard]] std::optional<output::Cell> show(const Record& record) {
  return plain_cell(record.*Part);
}

template <class Record, class Value>
Record record_with(Value Record::*part);

// A member that is read and shown by its type.
template <auto Part, class Record = decltype(record_with(Part))>
inline constexpr Access<Record> part{take<Part>, show<Part>};

// The object that a dotted name is in, and its key there.
inline constexpr std::string_view the_record{};
[[nodiscard]] constexpr std::string_view object_of(std::string_view name) {
  const auto dot = name.rfind('.');
  return dot == std::string_view::npos ? the_record : name.substr(0, dot);
}
[[nodiscard]] constexpr std::string_view last_key(std::string_view name) {
  return name.substr(name.rfind('.') + 1);
}

template <class Record>
[[nodiscard]] constexpr Member<Record> member_of(const RecordField<Record>& field) {
  return {last_key(field.name), field.type, field.says, field.value.read};
}

template <const auto& fields, const std::string_view& object>
[[nodiscard]] constexpr auto members_by_place() {
  constexpr auto is_in = [](const auto& field) { return object_of(field.name) == object; };
  constexpr auto count = std::ranges::count_if(fields, is_in);
  std::array<decltype(member_of(fields.front())), count> members{};
  for (const auto& field : fields)
    if (is_in(field)) members.at(field.place - 1) = member_of(field);
  return members;
}

// Returns the members of an object in the order of the specification.
template <const auto& fields, const std::string_view& object = the_record>
[[nodiscard]] constexpr auto members_in() {
  constexpr auto members = members_by_place<fields, object>();
  static_assert(
      std::ranges::none_of(members, [](const auto& member) { return member.name.empty(); }),
      "two members have the same place");
  return members;
}

} // namespace mrctl::service
