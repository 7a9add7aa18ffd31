#include "mrctl/service/endpoint_rows.hpp"

#include <algorithm>
#include <utility>

namespace mrctl::service {

namespace {

// Rows without a value come last in both directions, so descending is not the reverse of ascending.
struct SortKey {
  std::optional<output::Cell> cell;
  std::optional<Decimal> number;
  std::size_t row;
};

SortKey key_of(const EndpointRow& row, const Column& column, std::size_t place) {
  auto cell = column.cell(*row.model, *row.endpoint);
  auto number = cell ? cell->number() : std::nullopt;
  return {std::move(cell), std::move(number), place};
}

bool has_value(const SortKey& key, output::CellKind kind) {
  return kind == output::CellKind::number ? key.number.has_value() : key.cell.has_value();
}

bool precedes(const SortKey& a, const SortKey& b, const Sorting& sorting) {
  const auto kind = sorting.column->kind;
  if (!has_value(a, kind) || !has_value(b, kind)) return has_value(a, kind) && !has_value(b, kind);
  const bool ascending = sorting.direction == Direction::ascending;
  const auto& first = ascending ? a : b;
  const auto& second = ascending ? b : a;
  return kind == output::CellKind::number ? *first.number < *second.number
                                          : first.cell->exact < second.cell->exact;
}

} // namespace

EndpointRows list_rows(std::span<const Model> models) {
  EndpointRows rows;
  for (std::size_t m = 0; m < models.size(); ++m)
    for (std::size_t e = 0; e < models[m].endpoints.size(); ++e)
      rows.push_back({&models[m], &models[m].endpoints[e], m, e});
  return rows;
}

EndpointRows sorted(EndpointRows rows, Sorting sorting) {
  std::vector<SortKey> keys;
  keys.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    keys.push_back(key_of(rows[i], *sorting.column, i));
  std::stable_sort(keys.begin(), keys.end(),
                   [&](const auto& a, const auto& b) { return precedes(a, b, sorting); });
  EndpointRows out;
  out.reserve(rows.size());
  for (const auto& key : keys)
    out.push_back(rows[key.row]);
  return out;
}

} // namespace mrctl::service
