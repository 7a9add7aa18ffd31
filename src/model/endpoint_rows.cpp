#include "mrctl/model/endpoint_rows.hpp"

#include <algorithm>

namespace mrctl::model {

namespace {

// Rows without a value come last in both directions, so descending is not the reverse of ascending.
struct SortKey {
  std::optional<Cell> cell;
  std::size_t row;
};

bool has_value(const SortKey& key, Kind kind) {
  return key.cell && (kind != Kind::number || key.cell->number);
}

bool precedes(const SortKey& a, const SortKey& b, const Sorting& sorting) {
  const auto kind = sorting.column->kind;
  if (!has_value(a, kind) || !has_value(b, kind)) return has_value(a, kind) && !has_value(b, kind);
  const bool ascending = sorting.direction == Direction::ascending;
  const auto& first = ascending ? *a.cell : *b.cell;
  const auto& second = ascending ? *b.cell : *a.cell;
  return kind == Kind::number ? *first.number < *second.number : first.exact < second.exact;
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
    keys.push_back({sorting.column->cell(*rows[i].model, *rows[i].endpoint), i});
  std::stable_sort(keys.begin(), keys.end(),
                   [&](const auto& a, const auto& b) { return precedes(a, b, sorting); });
  EndpointRows out;
  out.reserve(rows.size());
  for (const auto& key : keys)
    out.push_back(rows[key.row]);
  return out;
}

} // namespace mrctl::model
