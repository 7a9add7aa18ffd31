#include "mrctl/model/endpoint_columns.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/base/white_space.hpp"

#include "cells.hpp"
#include "plain_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace mrctl::model {

namespace {

using MaybeCell = std::optional<Cell>;

// The meaning of negative numbers is not published; only zero is known to be healthy.
MaybeCell status_cell(const Model& /*model*/, const Endpoint& endpoint) {
  auto cell = number_cell(endpoint.status);
  if (cell && cell->number())
    cell->text = is_degraded(endpoint) ? std::string(status_degraded) + " (" + cell->text + ")"
                                       : std::string(status_ok);
  return cell;
}

MaybeCell model_cell(const Model& model, const Endpoint& endpoint) {
  return text_cell(model.id ? model.id : endpoint.model_id);
}

template <auto Member>
MaybeCell text_in(const Model& /*model*/, const Endpoint& endpoint) {
  return text_cell(endpoint.*Member);
}

template <auto Member>
MaybeCell number_of(const Model& /*model*/, const Endpoint& endpoint) {
  return number_cell(endpoint.*Member);
}

template <auto Group, auto Member>
MaybeCell number_in(const Model& /*model*/, const Endpoint& endpoint) {
  return number_cell(endpoint.*Group.*Member);
}

template <auto Member>
MaybeCell price_of(const Model& /*model*/, const Endpoint& endpoint) {
  return price_cell(endpoint.pricing.*Member);
}

template <auto Member>
MaybeCell token_price_of(const Model& /*model*/, const Endpoint& endpoint) {
  return token_price_cell(endpoint.pricing.*Member);
}

MaybeCell caching_cell(const Model& /*model*/, const Endpoint& endpoint) {
  return boolean_cell(endpoint.supports_implicit_caching);
}

MaybeCell supports_cell(const Model& /*model*/, const Endpoint& endpoint) {
  return list_cell(endpoint.supported_parameters);
}

constexpr auto latency = &Endpoint::latency_last_30m;
constexpr auto throughput = &Endpoint::throughput_last_30m;
constexpr std::string_view per_million = "per million tokens";

constexpr ChangeNames price{"price-up", "price-down", "price-known", "price-unknown", true};
constexpr auto context = amount("context-up", "context-down");
constexpr auto max_output = amount("max-output-up", "max-output-down");
constexpr ChangeNames parameters{"parameter-added", "parameter-removed"};

using Id = ColumnId;
using enum Shown;

// clang-format off
constexpr std::array column_table{
    Column{Id::model,          "model",          "MODEL",    "id",                        {},          Kind::text,    always, model_cell},
    Column{Id::tag,            "tag",            "TAG",      "tag",                       {},          Kind::text,    always, text_in<&Endpoint::tag>},
    Column{Id::provider,       "provider",       "PROVIDER", "provider_name",             {},          Kind::text,    always,   text_in<&Endpoint::provider_name>, changed("provider-name")},
    Column{Id::name,           "name",           "NAME",     "name",                      {},          Kind::text,    wide,   text_in<&Endpoint::name>},
    Column{Id::context,        "context",        "CONTEXT",  "context_length",            {},          Kind::number,  always, number_of<&Endpoint::context_length>, context},
    Column{Id::max_output,     "max_output",     "MAX OUT",  "max_completion_tokens",     "tokens",    Kind::number,  always, number_of<&Endpoint::max_completion_tokens>, max_output},
    Column{Id::max_prompt,     "max_prompt",     "MAX IN",   "max_prompt_tokens",         "tokens",    Kind::number,  wide,   number_of<&Endpoint::max_prompt_tokens>},
    Column{Id::quantization,   "quantization",   "QUANT",    "quantization",              {},          Kind::text,    always, text_in<&Endpoint::quantization>, changed("quantization")},
    Column{Id::status,         "status",         "STATUS",   "status",                    {},          Kind::number,  always, status_cell, changed("status")},
    Column{Id::prompt,         "prompt",         "PROMPT/M", "pricing.prompt",            per_million, Kind::number,  always, token_price_of<&Pricing::prompt>, price},
    Column{Id::completion,     "completion",     "COMPL/M",  "pricing.completion",        per_million, Kind::number,  always, token_price_of<&Pricing::completion>, price},
    Column{Id::request,        "request",        "REQUEST",  "pricing.request",           {},          Kind::number,  wide,   price_of<&Pricing::request>, price},
    Column{Id::image,          "image",          "IMAGE",    "pricing.image",             {},          Kind::number,  wide,   price_of<&Pricing::image>, price},
    Column{Id::latency_p50,    "latency_p50",    "LAT P50",  "latency_last_30m.p50",      {},          Kind::number,  always, number_in<latency, &Percentiles::p50>, changed("latency")},
    Column{Id::latency_p75,    "latency_p75",    "LAT P75",  "latency_last_30m.p75",      {},          Kind::number,  wide,   number_in<latency, &Percentiles::p75>, changed("latency")},
    Column{Id::latency_p90,    "latency_p90",    "LAT P90",  "latency_last_30m.p90",      {},          Kind::number,  wide,   number_in<latency, &Percentiles::p90>, changed("latency")},
    Column{Id::latency_p99,    "latency_p99",    "LAT P99",  "latency_last_30m.p99",      {},          Kind::number,  wide,   number_in<latency, &Percentiles::p99>, changed("latency")},
    Column{Id::throughput_p50, "throughput_p50", "TPUT P50", "throughput_last_30m.p50",   {},          Kind::number,  always, number_in<throughput, &Percentiles::p50>, changed("throughput")},
    Column{Id::throughput_p75, "throughput_p75", "TPUT P75", "throughput_last_30m.p75",   {},          Kind::number,  wide,   number_in<throughput, &Percentiles::p75>, changed("throughput")},
    Column{Id::throughput_p90, "throughput_p90", "TPUT P90", "throughput_last_30m.p90",   {},          Kind::number,  wide,   number_in<throughput, &Percentiles::p90>, changed("throughput")},
    Column{Id::throughput_p99, "throughput_p99", "TPUT P99", "throughput_last_30m.p99",   {},          Kind::number,  wide,   number_in<throughput, &Percentiles::p99>, changed("throughput")},
    Column{Id::uptime_5m,      "uptime_5m",      "UP 5M",    "uptime_last_5m",            {},          Kind::number,  wide,   number_of<&Endpoint::uptime_last_5m>, changed("uptime"), Drawn::rest_of_hundred},
    Column{Id::uptime_30m,     "uptime_30m",     "UP 30M",   "uptime_last_30m",           {},          Kind::number,  wide,   number_of<&Endpoint::uptime_last_30m>, changed("uptime"), Drawn::rest_of_hundred},
    Column{Id::uptime_1d,      "uptime_1d",      "UP 1D",    "uptime_last_1d",            {},          Kind::number,  always, number_of<&Endpoint::uptime_last_1d>, changed("uptime"), Drawn::rest_of_hundred},
    Column{Id::caching,        "caching",        "CACHING",  "supports_implicit_caching", {},          Kind::boolean, wide,   caching_cell, changed("caching")},
    Column{Id::supports,       "supports",       "SUPPORTS", "supported_parameters",      {},          Kind::list,    wide,   supports_cell, parameters},
};
// clang-format on

constexpr bool stands_at_its_id() {
  for (std::size_t i = 0; i < column_table.size(); ++i)
    if (column_table[i].id != static_cast<ColumnId>(i)) return false;
  return column_table.back().id == Id::supports;
}
static_assert(stands_at_its_id());

constexpr bool has_each_name_once() {
  for (std::size_t i = 0; i < column_table.size(); ++i)
    for (std::size_t j = i + 1; j < column_table.size(); ++j)
      if (column_table[i].name == column_table[j].name ||
          column_table[i].title == column_table[j].title)
        return false;
  return true;
}
static_assert(has_each_name_once());

static_assert(have_kinds(column_table, endpoint_change_kinds));

// The most important columns first: the tag that requests name, the provider, the prices.
constexpr std::array order_for_people{
    Id::model,          Id::tag,
    Id::provider,       Id::name,
    Id::prompt,         Id::completion,
    Id::request,        Id::image,
    Id::context,        Id::max_output,
    Id::max_prompt,     Id::quantization,
    Id::latency_p50,    Id::latency_p75,
    Id::latency_p90,    Id::latency_p99,
    Id::throughput_p50, Id::throughput_p75,
    Id::throughput_p90, Id::throughput_p99,
    Id::uptime_5m,      Id::uptime_30m,
    Id::uptime_1d,      Id::status,
    Id::caching,        Id::supports,
};

constexpr bool holds_each_column_once() {
  std::array<int, column_table.size()> count{};
  for (const auto id : order_for_people)
    ++count[static_cast<std::size_t>(id)];
  return std::all_of(count.begin(), count.end(), [](int times) { return times == 1; });
}
static_assert(holds_each_column_once());

constexpr auto all_names = names_of(column_table);

} // namespace

const Column& column_of(ColumnId id) {
  return column_table[static_cast<std::size_t>(id)];
}

std::span<const Column> all_columns() {
  return column_table;
}

bool is_per_million(const Column& column) {
  return column.unit == per_million;
}

Columns default_columns(Shown shown, Models models) {
  Columns columns;
  for (const auto id : order_for_people) {
    const auto& column = column_of(id);
    if ((shown == Shown::wide || column.shown == Shown::always) &&
        (models == Models::several || id != Id::model))
      columns.push_back(&column);
  }
  return columns;
}

Columns every_column() {
  Columns columns;
  for (const auto& column : column_table)
    columns.push_back(&column);
  return columns;
}

Result<const Column*> find_column(std::string_view name) {
  const auto* found = std::find_if(column_table.begin(), column_table.end(),
                                   [&](const Column& column) { return column.name == name; });
  if (found != column_table.end()) return found;
  return fail(Error::unknown_word("column", name, nearest_column(name),
                                  fmt::format("the columns are {}", fmt::join(all_names, " "))));
}

// People also type the titles of columns and the plain words of charts.
std::string_view nearest_column(std::string_view word) {
  const auto typed = lower_case(word);
  for (const auto& column : column_table)
    if (lower_case(column.title) == typed) return column.name;
  if (const auto name = nearest_word(typed, all_names); !name.empty()) return name;
  const auto* plain = nearest_plain_word(typed);
  return plain == nullptr ? std::string_view() : column_of(plain->first).name;
}

Result<Columns> select_columns(std::string_view comma_separated) {
  Columns columns;
  for (;;) {
    const auto comma = std::min(comma_separated.find(','), comma_separated.size());
    auto column = find_column(trimmed(comma_separated.substr(0, comma)));
    if (!column) return fail(std::move(column.error()));
    columns.push_back(*column);
    if (comma == comma_separated.size()) return columns;
    comma_separated.remove_prefix(comma + 1);
  }
}

Result<Sorting> parse_sorting(std::string_view word) {
  const bool descending = word.starts_with('-');
  if (descending) word.remove_prefix(1);
  const auto direction = descending ? Direction::descending : Direction::ascending;
  if (const auto* plain = find_plain_word(word))
    return Sorting{&column_of(plain->first), direction};
  const auto column = find_column(word);
  if (!column) return fail(column.error());
  return Sorting{*column, direction};
}

} // namespace mrctl::model
