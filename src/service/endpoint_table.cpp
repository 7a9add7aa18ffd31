#include "mrctl/service/endpoint_table.hpp"

#include "mrctl/json/text.hpp"
#include "mrctl/output/chart.hpp"
#include "mrctl/output/text.hpp"
#include "mrctl/service/endpoint_measure.hpp"

#include "endpoint_grid.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
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

namespace {

Columns columns_of(std::size_t models, const Measure& measure) {
  const auto all = all_columns();
  Columns columns;
  if (models > 1) columns.push_back(&all[static_cast<std::size_t>(ColumnId::model)]);
  columns.push_back(&all[static_cast<std::size_t>(ColumnId::tag)]);
  columns.push_back(measure.first);
  if (measure.last != nullptr) columns.push_back(measure.last);
  return columns;
}

Decimal rest_of_hundred(const Decimal& value) {
  const auto hundred = Decimal::parse("100").value_or(Decimal{});
  const auto minus_one = Decimal::parse("-1").value_or(Decimal{});
  return hundred + value * minus_one;
}

bool draws_rest(const Measure& measure) {
  return measure.first->drawn == Drawn::rest_of_hundred;
}

std::optional<Decimal> number_in(const EndpointRow& row, const Column& column) {
  const auto cell = column.cell(*row.model, *row.endpoint);
  return cell ? cell->number() : std::nullopt;
}

// A span is drawn only if both ends are known.
std::optional<output::Extent> extent_of(const EndpointRow& row, const Measure& measure) {
  const auto first = number_in(row, *measure.first);
  if (!first) return std::nullopt;
  if (draws_rest(measure)) {
    const auto rest = rest_of_hundred(*first);
    return output::Extent{rest, rest};
  }
  const auto last = measure.last == nullptr ? first : number_in(row, *measure.last);
  if (!last) return output::Extent{*first, *first};
  return output::Extent{std::min(*first, *last), std::max(*first, *last)};
}

// Returns the chart of a measure: a row for each endpoint, named by its tag, and by its model if
// there are several.
output::Chart endpoint_bars(std::size_t models, const EndpointRows& rows, const Measure& measure) {
  output::Chart out{endpoint_grid(rows, columns_of(models, measure)), {}};
  for (auto& heading : out.grid.headings)
    heading.is_identifier = false; // bars need the room more than long tags
  out.bars.reserve(rows.size());
  for (const auto& row : rows)
    out.bars.push_back(extent_of(row, measure));
  return out;
}

// "prompt, per million tokens", "latency: p50 and p99, shaded between them"
std::string chart_title(const Measure& measure) {
  std::string title(measure.name);
  if (!measure.first->unit.empty()) title.append(", ").append(measure.first->unit);
  if (measure.last != nullptr)
    title.append(": ").append(measure.ends).append(", shaded between them");
  if (draws_rest(measure)) title.append("; bars show downtime, 100 minus the value");
  return title;
}

output::Markup model_html(const Model& model) {
  auto out = output::html_text(model.id.value_or("–"));
  for (const auto* part : {&model.name, &model.modality})
    if (*part)
      out += output::Markup{" "} + output::html_element("span", "dim", output::html_text(**part));
  return output::html_element("h2", "", out) + output::Markup{"\n"};
}

} // namespace

output::Markup endpoints_html(std::span<const Model> models, const EndpointRows& rows,
                              const Columns& columns, std::span<const Measure> measures) {
  output::Markup out;
  for (const auto& model : models)
    if (models.size() == 1) out += model_html(model);
  if (rows.empty()) return out;
  out += output::html_table(endpoint_grid(rows, columns));
  for (const auto& measure : measures) {
    const auto bars = endpoint_bars(models.size(), rows, measure);
    if (std::any_of(bars.bars.begin(), bars.bars.end(),
                    [](const auto& bar) { return bar.has_value(); }))
      out += output::html_chart(bars, chart_title(measure));
  }
  return out;
}

std::string endpoints_chart(std::span<const Model> models, const EndpointRows& rows,
                            const Measure& measure, const output::Terminal& terminal,
                            output::HeaderRow header) {
  if (rows.empty()) return {};
  std::string out;
  if (header == output::HeaderRow::shown) {
    if (models.size() == 1) out += model_heading(models.front(), terminal);
    auto title = chart_title(measure);
    if (terminal.width)
      title = output::shortened(title, static_cast<std::size_t>(std::max(1, *terminal.width)),
                                output::ellipsis(terminal));
    out += output::styled(title, output::Style::dim, terminal) + "\n";
  }
  return out + output::chart(endpoint_bars(models.size(), rows, measure), terminal);
}

namespace {

constexpr std::string_view member_name = "endpoints";

using Elements = std::vector<std::string_view>;

Elements endpoint_texts(std::string_view data) {
  const auto member = json_member(data, member_name);
  return member ? json_elements(*member) : Elements{};
}

std::vector<Elements> all_endpoint_texts(std::span<const std::string> data) {
  std::vector<Elements> out;
  out.reserve(data.size());
  for (const auto& text : data)
    out.push_back(endpoint_texts(text));
  return out;
}

// `part` is a view into `text`.
std::string with_part_replaced(std::string_view text, std::string_view part,
                               std::string_view replacement) {
  const auto begin = static_cast<std::size_t>(part.data() - text.data());
  std::string out(text.substr(0, begin));
  out += replacement;
  out += text.substr(begin + part.size());
  return out;
}

std::string model_line(const std::optional<std::string>& id, std::string_view endpoint) {
  if (json_member(endpoint, "model")) return std::string(endpoint) + "\n";
  std::string line = R"({"model":)" + (id ? json_quote(*id) : std::string("null"));
  const bool has_members = endpoint.starts_with('{') && endpoint != "{}";
  line.append(has_members ? "," : "").append(has_members ? endpoint.substr(1) : "}");
  return line + "\n";
}

} // namespace

std::vector<std::string> arrange_endpoints(std::span<const std::string> data,
                                           const EndpointRows& rows) {
  const auto elements = all_endpoint_texts(data);
  std::vector<std::string> arrays(data.size());
  for (const auto& row : rows) {
    auto& array = arrays[row.model_index];
    array += array.empty() ? "[" : ",";
    array += elements[row.model_index][row.endpoint_index];
  }
  std::vector<std::string> out;
  out.reserve(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    const auto member = json_member(data[i], member_name);
    const auto array = arrays[i].empty() ? std::string("[]") : arrays[i] + "]";
    out.push_back(member ? with_part_replaced(data[i], *member, array) : data[i]);
  }
  return out;
}

std::string endpoints_jsonl(std::span<const std::string> data, const EndpointRows& rows) {
  const auto elements = all_endpoint_texts(data);
  std::string out;
  for (const auto& row : rows)
    out += model_line(row.model->id, elements[row.model_index][row.endpoint_index]);
  return out;
}

} // namespace mrctl::service
