#include "mrctl/service/endpoint_table.hpp"

#include "endpoint_grid.hpp"
#include "model_heading.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace mrctl::service {

namespace {

constexpr std::size_t most_tags_named = 5;

std::string list_tags(const std::vector<const Endpoint*>& endpoints) {
  std::string out;
  for (std::size_t i = 0; i < std::min(endpoints.size(), most_tags_named); ++i)
    out += " " + endpoints[i]->tag.value_or("?");
  if (endpoints.size() > most_tags_named)
    out += " and " + std::to_string(endpoints.size() - most_tags_named) + " more";
  return out;
}

std::string heading_in(Format format, const Column& column) {
  const bool is_scaled = has_values_for_people(format) && is_per_million(column);
  return std::string(column.name) + (is_scaled ? "/M" : "");
}

std::optional<std::string> exact_text(const EndpointRow& row, const Column& column) {
  auto cell = column.cell(*row.model, *row.endpoint);
  return cell ? std::optional(std::move(cell->exact)) : std::nullopt;
}

} // namespace

output::Table endpoints_table(std::span<const Model> models, const EndpointRows& rows,
                              const Columns& columns, const output::Terminal& terminal,
                              output::HeaderRow header, output::Overflow overflow) {
  if (rows.empty()) return {};
  auto out = output::table(endpoint_grid(rows, columns), terminal, header, overflow);
  if (models.size() == 1 && header == output::HeaderRow::shown)
    out.text.insert(0, model_heading(models.front(), terminal));
  return out;
}

std::vector<std::string> missing_endpoints(std::span<const Model> models,
                                           const EndpointRows& rows) {
  std::vector<std::size_t> counts(models.size(), 0);
  for (const auto& row : rows)
    ++counts[row.model_index];
  std::vector<std::string> out;
  for (std::size_t i = 0; i < models.size(); ++i) {
    if (counts[i] > 0) continue;
    const auto id = models[i].id.value_or("the model");
    const auto all = models[i].endpoints.size();
    out.push_back(all == 0 ? id + " has no endpoints"
                           : id + ": 0 of " + std::to_string(all) + " endpoints match");
  }
  return out;
}

std::string degraded_note(const EndpointRows& rows) {
  std::vector<const Endpoint*> degraded;
  for (const auto& row : rows)
    if (is_degraded(*row.endpoint)) degraded.push_back(row.endpoint);
  if (degraded.empty()) return {};
  const auto count = degraded.size() == 1
                         ? "1 endpoint is degraded:"
                         : std::to_string(degraded.size()) + " endpoints are degraded:";
  return count + list_tags(degraded);
}

std::string further_prices_note(const EndpointRows& rows, const Columns& columns) {
  const auto* marked = marked_column(columns);
  const bool has_mark =
      marked != nullptr && std::any_of(rows.begin(), rows.end(), [&](const EndpointRow& row) {
        const auto cell = marked->cell(*row.model, *row.endpoint);
        return cell && cell->number() && has_further_prices(*row.endpoint);
      });
  return has_mark
             ? "+ marks a price that is not the whole cost: there is also a price per request, "
               "or other prices under conditions; -o json shows them"
             : "";
}

output::Records endpoint_records(const EndpointRows& rows, const Columns& columns, Format format) {
  output::Records records;
  for (const auto* column : columns)
    records.names.push_back(heading_in(format, *column));
  const auto* marked = marked_column(columns);
  records.rows.reserve(rows.size());
  for (const auto& row : rows) {
    auto& texts = records.rows.emplace_back();
    texts.reserve(columns.size());
    for (const auto* column : columns)
      texts.push_back(has_values_for_people(format) ? text_for_people(row, *column, marked)
                                                    : exact_text(row, *column));
  }
  return records;
}

} // namespace mrctl::service
