#include "mrctl/service/endpoint_columns.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/output/result_rows.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/identifiers.hpp"

#include "cells.hpp"
#include "member_column.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace mrctl::service {

namespace {

// Returns what to write for a word that is no column; empty if it is only misspelt.
std::string advice_on_column(std::string_view name) {
  constexpr std::array<std::string_view, 4> endings{"desc", "asc", "descending", "ascending"};
  const auto lower = lower_case(name);
  const auto last = lower.find_last_of(" :,");
  const auto first = name.substr(0, name.find_first_of(" :,"));
  if (last != lower.npos && contains(endings, lower.substr(last + 1)))
    return lower.substr(last + 1).starts_with("desc")
               ? fmt::format("a '-' in front sorts in descending order: --sort=-{}", first)
               : fmt::format("ascending is the default: --sort {}", first);
  const auto words = spec::split_names(name, " ,;|:");
  if (words.size() > 1 && !nearest_column(words[0]).empty() && !nearest_column(words[1]).empty())
    return name.find(',') != name.npos
               ? fmt::format("--sort takes one column: --sort {}", words.front())
               : fmt::format("separate columns with commas: {}", fmt::join(words, ","));
  if (const auto* field = spec::find_field(lower); field != nullptr && field->shape.support)
    return fmt::format("--where supports={} selects endpoints that support it", lower);
  if (lower.size() > 1 && lower.front() == '.')
    return fmt::format("leave out the first dot: {}", name.substr(1));
  if (const auto price = lower.ends_with("/m") ? nearest_column(lower.substr(0, lower.size() - 2))
                                               : std::string_view();
      !price.empty())
    return fmt::format("did you mean '{}/M'?", (*find_column(price))->name);
  if (!lower.empty() && is_digit(lower.front()))
    return "write the column first, and each limit as a condition: --where 'prompt>=1' --where "
           "'prompt<=3'";
  const auto* other = spec::find_foreign(spec::ForeignKind::column, "endpoints list", name);
  return other == nullptr ? std::string() : other->text();
}

using MaybeCell = std::optional<output::Cell>;
using MaybeText = std::optional<std::string>;

template <auto Member, auto... Inner>
const auto& part_of(const auto& object) {
  if constexpr (sizeof...(Inner) == 0)
    return object.*Member;
  else
    return part_of<Inner...>(object.*Member);
}

template <auto... Path>
MaybeText exact_of(const Model& /*model*/, const Endpoint& endpoint) {
  const auto& value = part_of<Path...>(endpoint);
  using Value = std::remove_cvref_t<decltype(*value)>;
  if (!value) return std::nullopt;
  if constexpr (std::is_same_v<Value, NumberView>)
    return std::string(value->text);
  else if constexpr (std::is_same_v<Value, bool>)
    return *value ? "true" : "false";
  else if constexpr (std::is_same_v<Value, std::string_view>)
    return std::string(*value);
  else
    return fmt::format("{}", fmt::join(*value, " "));
}

// The meaning of negative numbers is not published; only zero is known to be healthy.
MaybeCell status_cell(const Model& /*model*/, const Endpoint& endpoint) {
  auto cell = plain_cell(endpoint.status);
  if (cell && cell->number())
    cell->text = is_degraded(endpoint) ? std::string(status_degraded) + " (" + cell->text + ")"
                                       : std::string(status_ok);
  return cell;
}

constexpr ColumnForms status_of{status_cell, exact_of<&Endpoint::status>};

MaybeText model_text(const Model& model, const Endpoint& endpoint) {
  return model.id ? model.id : exact_of<&Endpoint::model_id>(model, endpoint);
}

MaybeCell model_cell(const Model& model, const Endpoint& endpoint) {
  return plain_cell(model_text(model, endpoint));
}

constexpr ColumnForms id_of_model{model_cell, model_text};

template <auto Member>
MaybeCell value_cell(const Model& /*model*/, const Endpoint& endpoint) {
  return plain_cell(endpoint.*Member);
}

template <auto Member>
constexpr ColumnForms value_of{value_cell<Member>, exact_of<Member>};

template <output::Rounding rounding, auto... Path>
MaybeCell rounded_cell(const Model& /*model*/, const Endpoint& endpoint) {
  auto cell = plain_cell(part_of<Path...>(endpoint));
  if (cell) cell->rounding = rounding;
  return cell;
}

template <auto... Path>
constexpr ColumnForms value_in{rounded_cell<output::Rounding::four_digits, Path...>,
                               exact_of<Path...>};

template <auto Member>
constexpr ColumnForms uptime_of{rounded_cell<output::Rounding::two_decimals, Member>,
                                exact_of<Member>};

template <auto Member>
MaybeCell price_form(const Model& /*model*/, const Endpoint& endpoint) {
  return price_cell(endpoint.pricing.*Member);
}

template <auto Member>
MaybeCell token_price_form(const Model& /*model*/, const Endpoint& endpoint) {
  return token_price_cell(endpoint.pricing.*Member);
}

template <auto Member>
MaybeText exact_price(const Model& /*model*/, const Endpoint& endpoint) {
  const auto& price = endpoint.pricing.*Member;
  const auto value = price ? price->price() : std::nullopt;
  if (!value) return std::nullopt;
  return value->is_negative() ? std::string() : std::string(price->text);
}

template <auto Member>
MaybeText exact_price_of_million(const Model& model, const Endpoint& endpoint) {
  const auto cell = token_price_form<Member>(model, endpoint);
  if (!cell) return std::nullopt;
  return cell->number() ? cell->text : std::string();
}

template <auto Member>
constexpr ColumnForms price_of{price_form<Member>, exact_price<Member>};

template <auto Member>
constexpr ColumnForms token_price_of{token_price_form<Member>, exact_price<Member>};

template <auto Member>
constexpr ColumnForms price_of_million{token_price_form<Member>, exact_price_of_million<Member>};

constexpr auto latency = &Endpoint::latency_last_30m;
constexpr auto throughput = &Endpoint::throughput_last_30m;

constexpr ChangeNames price{"price-up", "price-down", "price-known", "price-unknown", true};
constexpr auto context_changes = amount("context-up", "context-down");
constexpr auto max_output = amount("max-output-up", "max-output-down");
constexpr ChangeNames parameter_changes{"parameter-added", "parameter-removed"};
constexpr auto quantization =
    measured(Scale::bits, "quantization-up", "quantization-down", "quantization");
constexpr auto status_changes =
    measured(Scale::distance_from_zero, "status-worse", "status-better", "status-worse");

using enum output::Shown;

// clang-format off
constexpr auto column_rows = std::to_array<Column>({
    {.name = "model", .title = "MODEL", .path = "id", .forms = id_of_model},
    {.name = "tag", .title = "TAG", .path = "tag", .forms = value_of<&Endpoint::tag>},
    {.name = "provider", .title = "PROVIDER", .path = "provider_name", .forms = value_of<&Endpoint::provider_name>, .changes = changed("provider-name")},
    {.name = "name", .title = "NAME", .path = "name", .shown = wide, .forms = value_of<&Endpoint::name>},
    {.name = "context", .title = "CONTEXT", .path = "context_length", .kind = output::CellKind::number, .forms = value_of<&Endpoint::context_length>, .changes = context_changes},
    {.name = "max_output", .title = "MAX OUT", .path = "max_completion_tokens", .kind = output::CellKind::number, .forms = value_of<&Endpoint::max_completion_tokens>, .changes = max_output, .unit = "tokens"},
    {.name = "max_prompt", .title = "MAX IN", .path = "max_prompt_tokens", .kind = output::CellKind::number, .shown = wide, .forms = value_of<&Endpoint::max_prompt_tokens>, .unit = "tokens"},
    {.name = "quantization", .title = "QUANT", .path = "quantization", .forms = value_of<&Endpoint::quantization>, .changes = quantization},
    {.name = "status", .title = "STATUS", .path = "status", .kind = output::CellKind::number, .forms = status_of, .changes = status_changes},
    {.name = "prompt", .title = "PROMPT/M", .path = "pricing.prompt", .kind = output::CellKind::number, .forms = token_price_of<&Pricing::prompt>, .changes = price, .unit = per_million},
    {.name = "completion", .title = "COMPL/M", .path = "pricing.completion", .kind = output::CellKind::number, .forms = token_price_of<&Pricing::completion>, .changes = price, .unit = per_million},
    {.name = "request", .title = "REQUEST", .path = "pricing.request", .kind = output::CellKind::number, .shown = wide, .forms = price_of<&Pricing::request>, .changes = price},
    {.name = "image", .title = "IMAGE", .path = "pricing.image", .kind = output::CellKind::number, .shown = wide, .forms = price_of<&Pricing::image>, .changes = price},
    {.name = "latency_p50", .title = "LAT P50", .path = "latency_last_30m.p50", .kind = output::CellKind::number, .forms = value_in<latency, &Percentiles::p50>, .changes = changed("latency")},
    {.name = "latency_p75", .title = "LAT P75", .path = "latency_last_30m.p75", .kind = output::CellKind::number, .shown = wide, .forms = value_in<latency, &Percentiles::p75>, .changes = changed("latency")},
    {.name = "latency_p90", .title = "LAT P90", .path = "latency_last_30m.p90", .kind = output::CellKind::number, .shown = wide, .forms = value_in<latency, &Percentiles::p90>, .changes = changed("latency")},
    {.name = "latency_p99", .title = "LAT P99", .path = "latency_last_30m.p99", .kind = output::CellKind::number, .shown = wide, .forms = value_in<latency, &Percentiles::p99>, .changes = changed("latency")},
    {.name = "throughput_p50", .title = "TPUT P50", .path = "throughput_last_30m.p50", .kind = output::CellKind::number, .forms = value_in<throughput, &Percentiles::p50>, .changes = changed("throughput")},
    {.name = "throughput_p75", .title = "TPUT P75", .path = "throughput_last_30m.p75", .kind = output::CellKind::number, .shown = wide, .forms = value_in<throughput, &Percentiles::p75>, .changes = changed("throughput")},
    {.name = "throughput_p90", .title = "TPUT P90", .path = "throughput_last_30m.p90", .kind = output::CellKind::number, .shown = wide, .forms = value_in<throughput, &Percentiles::p90>, .changes = changed("throughput")},
    {.name = "throughput_p99", .title = "TPUT P99", .path = "throughput_last_30m.p99", .kind = output::CellKind::number, .shown = wide, .forms = value_in<throughput, &Percentiles::p99>, .changes = changed("throughput")},
    {.name = "uptime_5m", .title = "UP 5M", .path = "uptime_last_5m", .kind = output::CellKind::number, .shown = wide, .forms = uptime_of<&Endpoint::uptime_last_5m>, .changes = changed("uptime"), .drawn = Drawn::rest_of_hundred},
    {.name = "uptime_30m", .title = "UP 30M", .path = "uptime_last_30m", .kind = output::CellKind::number, .shown = wide, .forms = uptime_of<&Endpoint::uptime_last_30m>, .changes = changed("uptime"), .drawn = Drawn::rest_of_hundred},
    {.name = "uptime_1d", .title = "UP 1D", .path = "uptime_last_1d", .kind = output::CellKind::number, .forms = uptime_of<&Endpoint::uptime_last_1d>, .changes = changed("uptime"), .drawn = Drawn::rest_of_hundred},
    {.name = "caching", .title = "CACHING", .path = "supports_implicit_caching", .kind = output::CellKind::boolean, .shown = wide, .forms = value_of<&Endpoint::supports_implicit_caching>, .changes = changed("caching")},
    {.name = "supports", .title = "SUPPORTS", .path = "supported_parameters", .kind = output::CellKind::list, .shown = wide, .forms = value_of<&Endpoint::supported_parameters>, .changes = parameter_changes},
});
// clang-format on

// Columns that a listing shows only when they are named, or where an endpoint has a value.
constexpr auto further_rows = std::to_array<Column>({
    {.name = "cache_read",
     .title = "CACHE/M",
     .path = "pricing.input_cache_read",
     .kind = output::CellKind::number,
     .forms = token_price_of<&Pricing::input_cache_read>,
     .unit = per_million},
    {.name = "prompt/M",
     .title = "PROMPT/M",
     .path = "pricing.prompt",
     .kind = output::CellKind::number,
     .forms = price_of_million<&Pricing::prompt>,
     .unit = per_million},
    {.name = "completion/M",
     .title = "COMPL/M",
     .path = "pricing.completion",
     .kind = output::CellKind::number,
     .forms = price_of_million<&Pricing::completion>,
     .unit = per_million},
    {.name = "cache_read/M",
     .title = "CACHE/M",
     .path = "pricing.input_cache_read",
     .kind = output::CellKind::number,
     .forms = price_of_million<&Pricing::input_cache_read>,
     .unit = per_million},
});

static_assert(are_unique(column_rows, &Column::name));
static_assert(are_unique(column_rows, &Column::title));
static_assert(have_kinds(column_rows));

// The most important columns first, since narrow terminals show no others: the tag that requests
// name, the prices, whether it works. The tag says enough about the provider.
constexpr auto order_for_people =
    std::to_array<std::string_view>({"model",          "tag",
                                     "prompt",         "completion",
                                     "request",        "image",
                                     "status",         "uptime_1d",
                                     "context",        "max_output",
                                     "max_prompt",     "quantization",
                                     "provider",       "name",
                                     "latency_p50",    "latency_p75",
                                     "latency_p90",    "latency_p99",
                                     "throughput_p50", "throughput_p75",
                                     "throughput_p90", "throughput_p99",
                                     "uptime_5m",      "uptime_30m",
                                     "caching",        "supports"});
static_assert(order_for_people.size() == column_rows.size());
static_assert(std::ranges::all_of(column_rows, [](const Column& column) {
  return std::ranges::count(order_for_people, column.name) == 1;
}));

constexpr auto all_names = names_of(column_rows);

std::string list_of_columns() {
  std::vector<std::string> plain;
  for (const auto& name : short_names())
    plain.push_back(fmt::format("{} for {}", name.name, name.column->name));
  return fmt::format("the columns are {}; for short, {}; others are cache_read, per million tokens "
                     "prompt/M, and other members of an endpoint by path, such as pricing.audio",
                     fmt::join(all_names, " "), fmt::join(plain, ", "));
}

std::span<const Documented> members_of_endpoints() {
  return find_row(documented_model(), &Documented::name, "endpoints")->members;
}

// Returns "pricing.audio" for "pricng.audio".
std::string nearest_path_of_member(std::string_view path) {
  const auto first = path.substr(0, path.find('.'));
  if (first == path) return std::string(nearest_column(path));
  const auto members =
      mapped(members_of_endpoints(), [](const auto& member) { return member.name; });
  const auto near = nearest_word(first, members);
  return near.empty() ? std::string() : fmt::format("{}{}", near, path.substr(first.size()));
}

// Returns whether the path of no column may be a member. A word that is near a column is
// misspelled, and is refused before anything is sent.
bool may_be_member(std::string_view path) {
  const auto first = path.substr(0, path.find('.'));
  return find_row(members_of_endpoints(), &Documented::name, first) != nullptr ||
         nearest_path_of_member(path).empty();
}

// The column under the name that was asked for, which is its header in csv.
ColumnPointer renamed(ColumnPointer column, const std::string& name) {
  if (column->name == name) return column;
  struct Renamed {
    std::string name;
    ColumnPointer original; // which may own texts of the copy
    Column copy;
  };
  const auto own = std::make_shared<Renamed>(Renamed{name, column, *column});
  own->copy.name = own->name;
  return {own, &own->copy};
}

std::string_view kind_name(output::CellKind kind) {
  switch (kind) {
  case output::CellKind::number:
    return "number";
  case output::CellKind::list:
    return "list";
  case output::CellKind::boolean:
    return "boolean";
  default:
    return "text";
  }
}

output::ResultNames names_of_columns() {
  output::ResultNames names;
  for (const auto& column : all_columns())
    names.emplace_back(column.name);
  return names;
}

} // namespace

std::optional<output::Cell> Column::cell(const Model& model, const Endpoint& endpoint) const {
  return forms.cell == nullptr ? member_cell(*this, endpoint) : forms.cell(model, endpoint);
}

std::optional<std::string> Column::exact(const Model& model, const Endpoint& endpoint) const {
  return forms.exact == nullptr ? exact_member(*this, endpoint) : forms.exact(model, endpoint);
}

ColumnPointer pointer_to(const Column& row) {
  return {ColumnPointer(), &row};
}

ColumnPointer cache_read_column() {
  return pointer_to(further_rows.front());
}

const Column& column_of(std::string_view name) {
  return *find_row(column_rows, &Column::name, name);
}

std::span<const Column> all_columns() {
  return column_rows;
}

bool is_per_million(const Column& column) {
  return column.unit == per_million;
}

Columns default_columns(output::Shown shown, Models models) {
  Columns columns;
  for (const auto name : order_for_people) {
    const auto& column = column_of(name);
    if ((shown == output::Shown::wide || column.shown == output::Shown::always) &&
        (models == Models::several || name != "model"))
      columns.push_back(pointer_to(column));
  }
  return columns;
}

Columns every_column() {
  Columns columns;
  for (const auto& column : column_rows)
    columns.push_back(pointer_to(column));
  return columns;
}

std::vector<ShortName> short_names() {
  return mapped(plain_words(), [&](const auto& word) {
    return ShortName{word.name, &column_of(word.first)};
  });
}

Result<ColumnPointer> find_column(std::string_view name) {
  for (const auto member : {&Column::name, &Column::path})
    for (const auto rows :
         {std::span<const Column>(column_rows), std::span<const Column>(further_rows)})
      if (const auto* found = find_row(rows, member, name)) return pointer_to(*found);
  if (const auto* plain = find_plain_word(name)) return pointer_to(column_of(plain->first));
  if (may_be_member(name) && advice_on_column(name).empty())
    if (auto column = member_column(name)) return column;
  if (auto advice = advice_on_column(name); !advice.empty())
    return fail(Error::usage(fmt::format("unknown column '{}'", name), std::move(advice)));
  return fail(Error::unknown_word("column", name, nearest_path_of_member(name), list_of_columns()));
}

// People also type the titles of columns and the plain words of charts.
std::string_view nearest_column(std::string_view word) {
  const auto typed = lower_case(word);
  for (const auto& column : column_rows)
    if (lower_case(column.title) == typed) return column.name;
  if (const auto name = nearest_word(typed, all_names); !name.empty()) return name;
  if (const auto name = nearest_word(typed, names_of(further_rows)); !name.empty()) return name;
  const auto* plain = nearest_plain_word(typed);
  return plain == nullptr ? std::string_view() : plain->name;
}

Result<Columns> select_columns(std::string_view comma_separated) {
  Columns columns;
  const auto names = spec::split_names(comma_separated, ",");
  for (const auto& name : names.empty() ? std::vector<std::string>{""} : names) {
    TRY_ASSIGN(auto column, find_column(name));
    columns.push_back(renamed(std::move(column), name));
  }
  return columns;
}

Result<Sorting> parse_sorting(std::string_view word) {
  const bool descending = word.starts_with('-');
  if (descending) word.remove_prefix(1);
  const auto direction = descending ? Direction::descending : Direction::ascending;
  TRY_ASSIGN(auto column, find_column(word));
  return Sorting{std::move(column), direction};
}

// clang-format off
constexpr auto rows_of(const Column* /*record*/) {
  return std::tuple{
      ResultMember{"name", &Column::name, {.title = "NAME", .is_identifier = true}},
      ResultMember{"title", &Column::title, {.title = "TITLE"}},
      ResultMember{"unit", [](const auto& column) { return unless_empty(column.unit); }, {.title = "UNIT"}},
      ResultMember{"kind", [](const auto& column) { return kind_name(column.kind); }, {.title = "KIND"}},
      ResultMember{"path", &Column::path, {.title = "IN JSON"}},
  };
}
// clang-format on

output::Presentation present_columns(output::OnHidden on_hidden) {
  return {
      .is_list = true,
      .records =
          [](const output::Write& record) {
            for (const auto& column : all_columns())
              record(result_json(column));
          },
      .rows =
          [] { return output::records_of<"name", "title", "unit", "kind", "path">(all_columns()); },
      .names = names_of_columns,
      .page =
          [on_hidden = std::move(on_hidden)](output::Page& page) {
            page.rows(
                {.grid = output::grid_of<"name", "title", "unit", "kind", "path">(all_columns()),
                 .hidden = on_hidden});
          },
  };
}

} // namespace mrctl::service
