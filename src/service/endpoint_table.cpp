#include "mrctl/service/endpoint_table.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/output/chart.hpp"
#include "mrctl/service/endpoint_columns.hpp"

#include "cells.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace mrctl::service {

namespace {

// Returns the kind of a column for people. A status is compared as a number and shown as a word;
// the column of a member is of numbers where its values are numbers.
output::CellKind kind_for_people(const Column& column, const EndpointRows& rows) {
  if (is_status(column)) return output::CellKind::boolean;
  if (!column.is_mixed) return column.kind;
  return std::ranges::all_of(rows,
                             [&](const EndpointRow& row) {
                               const auto cell = column.cell(*row.model, *row.endpoint);
                               return !cell || cell->unit != output::Unit::none;
                             })
             ? output::CellKind::number
             : column.kind;
}

// For people, "prompt/M" names the unit; the titles of the table do so already.
std::string with_unit(const Column& column, std::string_view name) {
  const bool is_named = !is_per_million(column) || name.ends_with("/M");
  return std::string(name) + (is_named ? "" : "/M");
}

const Column* marked_column(const Columns& columns) {
  const auto found =
      std::ranges::find_if(columns, [](const auto& column) { return is_per_million(*column); });
  return found == columns.end() ? nullptr : found->get();
}

std::optional<std::string> text_for_people(const EndpointRow& row, const Column& column,
                                           const Column* marked) {
  auto cell = column.cell(*row.model, *row.endpoint);
  if (!cell) return std::nullopt;
  // The meaning of other numbers than 0 is not published, and a word would hide which it is.
  if (is_status(column) && cell->text != status_ok) return cell->exact;
  const bool has_mark = &column == marked && has_further_prices(*row.endpoint) && cell->number();
  return has_mark ? cell->rounded() + "+" : cell->rounded();
}

output::Grid endpoint_grid(const EndpointRows& rows, const Columns& columns) {
  output::Grid grid;
  for (const auto& column : columns)
    grid.headings.push_back({.name = std::string(column->name),
                             .title = with_unit(*column, column->title),
                             .kind = kind_for_people(*column, rows),
                             .is_identifier = column->path == "tag" || column->path == "id",
                             .is_toned = is_status(*column)});
  const auto* marked = marked_column(columns);
  grid.rows.reserve(rows.size());
  for (const auto& row : rows) {
    auto& cells = grid.rows.emplace_back();
    cells.reserve(columns.size());
    for (const auto& column : columns)
      cells.push_back(text_for_people(row, *column, marked));
  }
  return grid;
}

// What a table, a chart or a row has of an endpoint.
enum class Values : std::uint8_t { as_given, for_people };

output::Records records_of(const EndpointRows& rows, const Columns& columns, Values values) {
  const bool is_scaled = values == Values::for_people;
  output::Records records;
  for (const auto& column : columns)
    records.names.push_back(is_scaled ? with_unit(*column, column->name)
                                      : std::string(column->name));
  const auto* marked = marked_column(columns);
  records.rows.reserve(rows.size());
  for (const auto& row : rows) {
    auto& texts = records.rows.emplace_back();
    texts.reserve(columns.size());
    for (const auto& column : columns)
      texts.push_back(is_scaled ? text_for_people(row, *column, marked)
                                : column->exact(*row.model, *row.endpoint));
  }
  return records;
}

// Rows without a value come last in both directions, so descending is not the reverse of ascending.
struct SortKey {
  std::optional<output::Cell> cell;
  std::optional<Decimal> number;
  std::size_t row;
};

bool has_value(const SortKey& key, output::CellKind kind) {
  return kind == output::CellKind::number ? key.number.has_value() : key.cell.has_value();
}

// Rows that have a value come before those without one.
bool precedes(const SortKey& a, const SortKey& b, const Sorting& sorting) {
  const auto kind = sorting.column->kind;
  if (!has_value(a, kind) || !has_value(b, kind)) return has_value(a, kind) && !has_value(b, kind);
  const bool ascending = sorting.direction == Direction::ascending;
  const auto& first = ascending ? a : b;
  const auto& second = ascending ? b : a;
  if (first.number && second.number) return *first.number < *second.number;
  if (first.number || second.number) return first.number.has_value();
  return first.cell->exact < second.cell->exact;
}

Columns columns_of(std::size_t models, const Measure& measure) {
  Columns columns;
  if (models > 1) columns.push_back(pointer_to(column_of("model")));
  columns.push_back(pointer_to(column_of("tag")));
  columns.push_back(pointer_to(*measure.first));
  if (measure.last != nullptr) columns.push_back(pointer_to(*measure.last));
  return columns;
}

bool draws_rest(const Measure& measure) {
  return measure.first->drawn == Drawn::rest_of_hundred;
}

std::optional<Decimal> number_at(const EndpointRow& row, const Column& column) {
  const auto cell = column.cell(*row.model, *row.endpoint);
  return cell ? cell->number() : std::nullopt;
}

// A span is drawn only if both ends are known.
std::optional<output::Extent> extent_of(const EndpointRow& row, const Measure& measure) {
  const auto first = number_at(row, *measure.first);
  if (!first) return std::nullopt;
  if (draws_rest(measure)) {
    const auto rest = *Decimal::parse("100") + -*first;
    return output::Extent{rest, rest};
  }
  const auto last = measure.last == nullptr ? first : number_at(row, *measure.last);
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

// The requested chart; where there is room, the most useful ones, unless the listing is too long.
std::vector<Measure> measures_of(const EndpointListing& listing, const output::Page& page) {
  constexpr std::size_t most_bars = 100;
  if (listing.chart) return {*listing.chart};
  std::vector<Measure> measures;
  if (page.is_brief() || listing.rows.size() > most_bars) return measures;
  for (const auto* name : {"price", "latency"})
    if (const auto measure = parse_measure(name)) measures.push_back(*measure);
  return measures;
}

void fill_title(output::Page& page, const Model& model) {
  std::vector<std::string> details;
  for (const auto* part : {&model.name, &model.architecture.modality})
    if (*part) details.push_back(**part);
  page.heading(model.id.value_or("–"), details);
}

void fill_chart(output::Page& page, const EndpointListing& listing, const Measure& measure) {
  const auto chart = endpoint_bars(listing.models.size(), listing.rows, measure);
  const bool has_bars =
      std::ranges::any_of(chart.bars, [](const auto& bar) { return bar.has_value(); });
  if (has_bars || page.is_brief()) page.chart(chart, chart_title(measure));
}

// Only text is in colour: a summary would put the rows in the order of their tones.
output::Grid table_of(const EndpointListing& listing, const output::Page& page) {
  auto grid = endpoint_grid(listing.rows, listing.columns);
  if (page.is_brief())
    for (const auto& row : listing.rows)
      grid.tones.push_back(is_degraded(*row.endpoint) ? output::Tone::doubtful
                                                      : output::Tone::plain);
  return grid;
}

void fill(output::Page& page, const EndpointListing& listing, const output::OnHidden& on_hidden) {
  const bool is_brief = page.is_brief();
  const bool is_empty = listing.rows.empty();
  if (listing.models.size() == 1 && !(is_brief && is_empty)) fill_title(page, listing.models[0]);
  if (!is_empty && !(is_brief && listing.chart))
    page.rows({.grid = table_of(listing, page), .hidden = on_hidden});
  if (!is_empty)
    for (const auto& measure : measures_of(listing, page))
      fill_chart(page, listing, measure);
  page.sentence(counted(listing.rows.size(), "endpoint"), output::Stands::beside);
  for (const auto& sentence : missing_endpoints(listing.models, listing.matching))
    page.sentence(sentence, listing.has_sentences ? output::Stands::alone : output::Stands::beside);
}

// An endpoint without a tag cannot be named.
output::ResultNames tags_of(const EndpointRows& rows) {
  output::ResultNames tags;
  for (const auto& row : rows)
    if (row.endpoint->tag) tags.emplace_back(*row.endpoint->tag);
  return tags;
}

std::string model_line(const std::optional<std::string>& id, std::string_view endpoint) {
  if (json_member(endpoint, "model")) return std::string(endpoint);
  std::string line = R"({"model":)" + (id ? json_quote(*id) : std::string("null"));
  const bool has_members = endpoint.starts_with('{') && endpoint != "{}";
  line.append(has_members ? "," : "").append(has_members ? endpoint.substr(1) : "}");
  return line;
}

// A status is a number but not a measurement.
bool is_measure(const Column& column) {
  return column.kind == output::CellKind::number && !is_status(column);
}

// Knows the titles of columns, too; empty if no measure is near.
std::string_view nearest_measure(std::string_view name) {
  const auto names = measure_names();
  if (const auto nearest = nearest_word(name, names); !nearest.empty()) return nearest;
  const auto column = nearest_column(name);
  return contains(names, column) ? column : std::string_view();
}

Measure measure_of(const PlainWord& word) {
  const auto& first = column_of(word.first);
  if (word.first == word.last) return {first.name, &first};
  return {word.name, &first, &column_of(word.last), word.ends};
}

} // namespace

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
  constexpr std::size_t most_named = 5;
  std::vector<std::string_view> tags;
  for (const auto& row : rows)
    if (is_degraded(*row.endpoint)) tags.push_back(row.endpoint->tag.value_or("?"));
  if (tags.empty()) return {};
  return fmt::format("{} degraded: {}",
                     tags.size() == 1 ? "1 endpoint is"
                                      : fmt::format("{} endpoints are", tags.size()),
                     listed(tags, most_named, " "));
}

std::string further_prices_note(const EndpointRows& rows, const Columns& columns) {
  const auto* marked = marked_column(columns);
  const bool has_mark = marked != nullptr && std::ranges::any_of(rows, [&](const EndpointRow& row) {
                          if (!has_further_prices(*row.endpoint)) return false;
                          const auto cell = marked->cell(*row.model, *row.endpoint);
                          return cell && cell->number();
                        });
  return has_mark ? "+ means that other charges apply, per request or under conditions; -o json "
                    "shows them"
                  : "";
}

EndpointRows list_rows(std::span<const Model> models) {
  EndpointRows rows;
  for (std::size_t m = 0; m < models.size(); ++m)
    for (std::size_t e = 0; e < models[m].endpoints.size(); ++e)
      rows.push_back({&models[m], &models[m].endpoints[e], m});
  return rows;
}

EndpointRows sorted(EndpointRows rows, Sorting sorting) {
  std::vector<SortKey> keys;
  keys.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto cell = sorting.column->cell(*rows[i].model, *rows[i].endpoint);
    auto number = cell ? cell->number() : std::nullopt;
    keys.push_back({std::move(cell), std::move(number), i});
  }
  std::ranges::stable_sort(keys,
                           [&](const auto& a, const auto& b) { return precedes(a, b, sorting); });
  EndpointRows out;
  out.reserve(rows.size());
  for (const auto& key : keys)
    out.push_back(rows[key.row]);
  return out;
}

std::vector<std::string> arrange_endpoints(std::span<const SharedText> data,
                                           const EndpointRows& rows) {
  std::vector<std::string> arrays(data.size());
  for (const auto& row : rows) {
    auto& array = arrays[row.model_index];
    array += array.empty() ? "[" : ",";
    array += row.endpoint->json;
  }
  std::vector<std::string> out;
  out.reserve(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    const auto whole = data[i].view();
    const auto member = json_member(whole, "endpoints");
    auto& text = out.emplace_back(whole);
    if (member)
      text.replace(static_cast<std::size_t>(member->data() - whole.data()), member->size(),
                   arrays[i].empty() ? "[]" : arrays[i] + "]");
  }
  return out;
}

output::Presentation present_endpoints(const EndpointListing& listing, output::OnHidden on_hidden) {
  return {
      .records = {},
      .lines =
          [&](const output::Write& record) {
            for (const auto& row : listing.rows)
              record(model_line(row.model->id, row.endpoint->json));
          },
      .rows = [&] { return records_of(listing.rows, listing.exact_columns, Values::as_given); },
      .shown_rows = [&] { return records_of(listing.rows, listing.columns, Values::for_people); },
      .names = [&] { return tags_of(listing.rows); },
      .page = [&, on_hidden =
                      std::move(on_hidden)](output::Page& page) { fill(page, listing, on_hidden); },
  };
}

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
  auto names = mapped(plain_words(), [](const auto& word) { return word.name; });
  for (const auto& column : all_columns())
    if (is_measure(column)) names.push_back(column.name);
  return names;
}

} // namespace mrctl::service
