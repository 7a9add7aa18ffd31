#include "mrctl/service/endpoint_measure.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/service/endpoint_columns.hpp"

#include "cells.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>

namespace mrctl::service {

namespace {

// A status is a number but not a measurement.
bool is_measure(const Column& column) {
  return column.kind == output::CellKind::number && column.id != ColumnId::status;
}

std::string_view nearest_measure(std::string_view name) {
  const auto nearest = nearest_word(name, measure_names());
  return nearest.empty() ? nearest_column(name) : nearest;
}

Measure measure_of(const PlainWord& word) {
  const auto& first = column_of(word.first);
  if (word.first == word.last) return {first.name, &first};
  return {word.name, &first, &column_of(word.last), word.ends};
}

} // namespace

Result<Measure> parse_measure(std::string_view name) {
  if (const auto* word = find_plain_word(name)) return measure_of(*word);
  const auto column = find_column(name);
  if (!column || (*column)->forms.cell == nullptr)
    return fail(
        Error::unknown_word("column", name, nearest_measure(name),
                            fmt::format("a chart can show {}", fmt::join(measure_names(), " "))));
  if (is_measure(**column)) return Measure{(*column)->name, column->get()};
  return fail(Error::usage(std::string(name) + " is not a column of numbers",
                           fmt::format("a chart can show {}", fmt::join(measure_names(), " "))));
}

std::vector<std::string_view> measure_names() {
  std::vector<std::string_view> names;
  for (const auto& word : plain_words())
    names.push_back(word.name);
  for (const auto& column : all_columns())
    if (is_measure(column)) names.push_back(column.name);
  return names;
}

} // namespace mrctl::service
