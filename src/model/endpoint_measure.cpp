#include "mrctl/model/endpoint_measure.hpp"

#include "mrctl/base/nearest.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace mrctl::model {

namespace {

// A plain word for what stands in one column or between two.
struct Word {
  std::string_view name;
  ColumnId first;
  ColumnId last;
  std::string_view ends;
};

constexpr std::array words{
    Word{"price", ColumnId::prompt, ColumnId::completion, "prompt and completion"},
    Word{"latency", ColumnId::latency_p50, ColumnId::latency_p99, "p50 and p99"},
    Word{"throughput", ColumnId::throughput_p50, ColumnId::throughput_p99, "p50 and p99"},
    Word{"uptime", ColumnId::uptime_1d, ColumnId::uptime_1d, {}},
};

const Column& column_of(ColumnId id) {
  return all_columns()[static_cast<std::size_t>(id)];
}

// A status is a number that measures nothing.
bool is_measure(const Column& column) {
  return column.kind == Kind::number && column.id != ColumnId::status;
}

std::string list_hint() {
  std::string out = "a chart draws";
  for (const auto name : measure_names())
    out.append(" ").append(name);
  return out;
}

std::string_view nearest_measure(std::string_view name) {
  const auto nearest = nearest_word(name, measure_names());
  return nearest.empty() ? nearest_column(name) : nearest;
}

Measure measure_of(const Word& word) {
  const auto& first = column_of(word.first);
  if (word.first == word.last) return {first.name, &first};
  return {word.name, &first, &column_of(word.last), word.ends};
}

} // namespace

Result<Measure> parse_measure(std::string_view name) {
  const auto* word =
      std::find_if(words.begin(), words.end(), [&](const Word& row) { return row.name == name; });
  if (word != words.end()) return measure_of(*word);
  const auto column = find_column(name);
  if (!column) return fail(Error::unknown_word("column", name, nearest_measure(name), list_hint()));
  if (is_measure(**column)) return Measure{(*column)->name, *column};
  return fail(Error::usage(std::string(name) + " is nothing to draw", list_hint()));
}

std::vector<std::string_view> measure_names() {
  std::vector<std::string_view> names;
  for (const auto& word : words)
    names.push_back(word.name);
  for (const auto& column : all_columns())
    if (is_measure(column)) names.push_back(column.name);
  return names;
}

} // namespace mrctl::model
