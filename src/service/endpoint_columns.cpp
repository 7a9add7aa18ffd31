#include "mrctl/service/endpoint_columns.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/output/result_rows.hpp"
#include "mrctl/service/record_reading.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/identifiers.hpp"

#include "cells.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>
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
  if (const auto path = name.find(":."); path != name.npos)
    return fmt::format("columns have no titles of their own: {}", name.substr(path + 2));
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

// The meaning of negative numbers is not published; only zero is known to be healthy.
MaybeCell status_cell(const Model& /*model*/, const Endpoint& endpoint) {
  auto cell = plain_cell(endpoint.status);
  if (cell && cell->number())
    cell->text = is_degraded(endpoint) ? std::string(status_degraded) + " (" + cell->text + ")"
                                       : std::string(status_ok);
  return cell;
}

MaybeText model_text(const Model& model, const Endpoint& endpoint) {
  if (model.id || !endpoint.model_id) return model.id;
  return std::string(*endpoint.model_id);
}

MaybeCell model_cell(const Model& model, const Endpoint& endpoint) {
  return plain_cell(model_text(model, endpoint));
}

template <rows::Name path>
const auto& part_at(const auto& record) {
  const auto& part = record.*rows::row_at<std::remove_cvref_t<decltype(record)>, path>.get;
  if constexpr (path.rest().size == 0)
    return part;
  else
    return part_at<path.rest()>(part);
}

template <rows::Name path>
using ValueAt =
    typename std::remove_cvref_t<decltype(part_at<path>(std::declval<Endpoint>()))>::value_type;

template <rows::Name path>
MaybeCell plain_form(const Model& /*model*/, const Endpoint& endpoint) {
  if constexpr (std::is_same_v<ValueAt<path>, PriceView>)
    return price_cell(part_at<path>(endpoint));
  else
    return plain_cell(part_at<path>(endpoint));
}

template <rows::Name path>
MaybeCell token_price_form(const Model& /*model*/, const Endpoint& endpoint) {
  return token_price_cell(part_at<path>(endpoint));
}

template <rows::Name path>
MaybeText exact_form(const Model& /*model*/, const Endpoint& endpoint) {
  return rows::cell_at<path>(endpoint, Audience::programs);
}

// Returns the row of a column whose value is the member at that path, whose type says how it is
// shown.
template <rows::Name path>
constexpr Column column_at(Column row) {
  using Value = ValueAt<path>;
  row.path = path.view();
  row.says = output::column_of<Endpoint, path>().doc->says;
  row.kind = std::is_same_v<Value, bool>                ? output::CellKind::boolean
             : std::is_same_v<Value, std::string_view>  ? output::CellKind::text
             : std::is_convertible_v<Value, NumberView> ? output::CellKind::number
                                                        : output::CellKind::list;
  if (row.forms.cell == nullptr) row.forms.cell = plain_form<path>;
  if constexpr (std::is_same_v<Value, PriceView>)
    if (row.unit == per_million) row.forms.cell = token_price_form<path>;
  if (row.forms.exact == nullptr) row.forms.exact = exact_form<path>;
  return row;
}

template <rows::Name path>
MaybeText exact_form_of_million(const Model& model, const Endpoint& endpoint) {
  const auto cell = token_price_form<path>(model, endpoint);
  if (!cell) return std::nullopt;
  return cell->number() ? cell->text : std::string();
}

// Returns the row of a price per token that programs get per million, too.
template <rows::Name path>
constexpr Column per_million_at(std::string_view name, std::string_view title) {
  return column_at<path>({.name = name,
                          .title = title,
                          .forms = {.exact = exact_form_of_million<path>},
                          .unit = per_million});
}

constexpr ChangeNames price_changes{"price-up", "price-down", "price-known", "price-unknown", true};
constexpr auto context_changes = amount("context-up", "context-down");
constexpr auto max_output = amount("max-output-up", "max-output-down");
constexpr ChangeNames parameter_changes{"parameter-added", "parameter-removed"};
constexpr auto quantization =
    measured(Scale::bits, "quantization-up", "quantization-down", "quantization");
constexpr auto status_changes =
    measured(Scale::distance_from_zero, "status-worse", "status-better", "status-worse");

using enum output::Shown;
using enum output::Rounding;

// clang-format off
constexpr auto column_rows = std::to_array<Column>({
    {.name = "model", .place = 0, .title = "MODEL", .path = "id", .forms = {model_cell, model_text}},
    column_at<"tag">({.name = "tag", .place = 1, .title = "TAG"}),
    column_at<"provider_name">({.name = "provider", .place = 6, .title = "PROVIDER", .changes = changed("provider-name")}),
    column_at<"name">({.name = "name", .place = 6, .title = "NAME", .shown = wide}),
    column_at<"context_length">({.name = "context", .place = 5, .title = "CONTEXT", .changes = context_changes}),
    column_at<"max_completion_tokens">({.name = "max_output", .place = 5, .title = "MAX OUT", .changes = max_output, .unit = "tokens"}),
    column_at<"max_prompt_tokens">({.name = "max_prompt", .place = 5, .title = "MAX IN", .shown = wide, .unit = "tokens"}),
    column_at<"quantization">({.name = "quantization", .place = 5, .title = "QUANT", .changes = quantization}),
    column_at<"status">({.name = "status", .place = 3, .title = "STATUS", .forms = {.cell = status_cell}, .changes = status_changes}),
    column_at<"pricing.prompt">({.name = "prompt", .place = 2, .title = "PROMPT/M", .changes = price_changes, .unit = per_million}),
    column_at<"pricing.completion">({.name = "completion", .place = 2, .title = "COMPL/M", .changes = price_changes, .unit = per_million}),
    column_at<"pricing.request">({.name = "request", .place = 2, .title = "REQUEST", .shown = wide, .changes = price_changes}),
    column_at<"pricing.image">({.name = "image", .place = 2, .title = "IMAGE", .shown = wide, .changes = price_changes}),
    column_at<"latency_last_30m.p50">({.name = "latency_p50", .title = "LAT P50", .changes = changed("latency"), .rounding = four_digits}),
    column_at<"latency_last_30m.p75">({.name = "latency_p75", .title = "LAT P75", .shown = wide, .changes = changed("latency"), .rounding = four_digits}),
    column_at<"latency_last_30m.p90">({.name = "latency_p90", .title = "LAT P90", .shown = wide, .changes = changed("latency"), .rounding = four_digits}),
    column_at<"latency_last_30m.p99">({.name = "latency_p99", .title = "LAT P99", .shown = wide, .changes = changed("latency"), .rounding = four_digits}),
    column_at<"throughput_last_30m.p50">({.name = "throughput_p50", .title = "TPUT P50", .changes = changed("throughput"), .rounding = four_digits}),
    column_at<"throughput_last_30m.p75">({.name = "throughput_p75", .title = "TPUT P75", .shown = wide, .changes = changed("throughput"), .rounding = four_digits}),
    column_at<"throughput_last_30m.p90">({.name = "throughput_p90", .title = "TPUT P90", .shown = wide, .changes = changed("throughput"), .rounding = four_digits}),
    column_at<"throughput_last_30m.p99">({.name = "throughput_p99", .title = "TPUT P99", .shown = wide, .changes = changed("throughput"), .rounding = four_digits}),
    column_at<"uptime_last_5m">({.name = "uptime_5m", .title = "UP 5M", .shown = wide, .changes = changed("uptime"), .rounding = two_decimals, .drawn = Drawn::rest_of_hundred}),
    column_at<"uptime_last_30m">({.name = "uptime_30m", .title = "UP 30M", .shown = wide, .changes = changed("uptime"), .rounding = two_decimals, .drawn = Drawn::rest_of_hundred}),
    column_at<"uptime_last_1d">({.name = "uptime_1d", .place = 4, .title = "UP 1D", .changes = changed("uptime"), .rounding = two_decimals, .drawn = Drawn::rest_of_hundred}),
    column_at<"supports_implicit_caching">({.name = "caching", .title = "CACHING", .shown = wide, .changes = changed("caching")}),
    column_at<"supported_parameters">({.name = "supports", .title = "SUPPORTS", .shown = wide, .changes = parameter_changes}),
});

// Columns that a listing shows only when they are named, or where an endpoint has a value.
constexpr auto further_rows = std::to_array<Column>({
    column_at<"pricing.input_cache_read">({.name = "cache_read", .title = "CACHE/M", .unit = per_million}),
    per_million_at<"pricing.prompt">("prompt/M", "PROMPT/M"),
    per_million_at<"pricing.completion">("completion/M", "COMPL/M"),
    per_million_at<"pricing.input_cache_read">("cache_read/M", "CACHE/M"),
});
// clang-format on

static_assert(are_unique(column_rows, &Column::name));
static_assert(are_unique(column_rows, &Column::title));
static_assert(have_kinds(column_rows));

constexpr auto all_names = names_of(column_rows);

std::string list_of_columns() {
  std::vector<std::string> plain;
  for (const auto& name : short_names())
    plain.push_back(fmt::format("{} for {}", name.name, name.column->name));
  return fmt::format("the columns are {}; for short, {}; others are cache_read, per million tokens "
                     "prompt/M, and other members of an endpoint by path, such as pricing.audio",
                     fmt::join(all_names, " "), fmt::join(plain, ", "));
}

std::vector<std::string_view> documented_members() {
  std::vector<std::string_view> names;
  rows::visit_rows<Endpoint>([&](const auto& row, const auto& /*type*/) {
    if (!row.doc.says.empty()) names.push_back(row.name);
  });
  return names;
}

// Returns "pricing.audio" for "pricng.audio".
std::string nearest_path_of_member(std::string_view path) {
  const auto first = path.substr(0, path.find('.'));
  if (first == path) return std::string(nearest_column(path));
  const auto near = nearest_word(first, documented_members());
  return near.empty() ? std::string() : fmt::format("{}{}", near, path.substr(first.size()));
}

// Returns whether the path of no column may be a member. A word that is near a column is
// misspelled, and is refused before anything is sent.
bool may_be_member(std::string_view path) {
  const auto first = path.substr(0, path.find('.'));
  return contains(documented_members(), first) || nearest_path_of_member(path).empty();
}

constexpr std::string_view prices_begin = "pricing.";
constexpr std::string_view million_ends = "/M";

bool is_member_path(std::string_view path) {
  if (path.empty() || is_digit(path.front())) return false;
  const auto names = split(path, '.');
  return std::ranges::all_of(
      names, [](std::string_view name) { return !name.empty() && is_alphanumeric(name, "_-"); });
}

enum class PricePer { nothing, token, other };

// The unit of a price that is new is that of most: a token.
PricePer counted_per(std::string_view path) {
  constexpr std::array<std::string_view, 2> others{"web_search", "discount"};
  if (!path.starts_with(prices_begin)) return PricePer::nothing;
  const auto name = path.substr(prices_begin.size());
  if (name == "overrides" || name.find('.') != name.npos) return PricePer::nothing;
  return !contains(others, name) ? PricePer::token : PricePer::other;
}

// Returns the JSON text of a member of an endpoint; nothing if it has none.
std::optional<std::string_view> value_at(const Endpoint& endpoint, std::string_view path) {
  std::optional value(endpoint.json);
  for (const auto name : split(path, '.'))
    if (value) value = json_member(*value, name);
  return value;
}

bool has_member(std::span<const Model> models, std::string_view path) {
  return std::ranges::any_of(models, [&](const Model& model) {
    return std::ranges::any_of(
        model.endpoints, [&](const Endpoint& each) { return value_at(each, path).has_value(); });
  });
}

bool has_endpoints(std::span<const Model> models) {
  return std::ranges::any_of(models, [](const Model& model) { return !model.endpoints.empty(); });
}

// Returns the paths of the members of one object in the endpoints: "" or "pricing".
std::vector<std::string> paths_within(std::span<const Model> models, std::string_view parent) {
  std::set<std::string> paths;
  for (const auto& model : models)
    for (const auto& endpoint : model.endpoints) {
      const auto object = parent.empty() ? endpoint.json : value_at(endpoint, parent).value_or("");
      for (const auto& member : json_members(object))
        paths.insert(fmt::format("{}{}{}", parent, parent.empty() ? "" : ".", member.key));
    }
  return {paths.begin(), paths.end()};
}

// Returns the column of any member of an endpoint: "pricing.audio", "limits.rpm". Prices per token
// are shown per million, and with "/M" behind the path given so, too. Nothing if it is no path.
ColumnPointer member_column(std::string_view given) {
  auto path = given;
  if (path.ends_with(million_ends)) path.remove_suffix(million_ends.size());
  const auto counted = counted_per(path);
  if (!is_member_path(path) || (path != given && counted != PricePer::token)) return nullptr;
  struct OwningColumn {
    std::string name;
    Column column;
  };
  const auto owner = std::make_shared<OwningColumn>(OwningColumn{std::string(given), {}});
  const std::string_view name = owner->name;
  owner->column = {.name = name,
                   .title = name,
                   .path = name.substr(0, path.size()),
                   .kind = counted == PricePer::nothing ? output::CellKind::text
                                                        : output::CellKind::number,
                   .forms = {},
                   .unit = counted == PricePer::token ? per_million : std::string_view(),
                   .is_mixed = counted == PricePer::nothing};
  return {owner, &owner->column};
}

std::optional<output::Cell> member_cell(const Column& column, const Endpoint& endpoint) {
  const auto value = value_at(endpoint, column.path);
  if (!value || *value == "null") return std::nullopt;
  const auto text = text_of_value(*value);
  if (is_per_million(column)) return token_price_cell(NumberView{text});
  if (column.kind == output::CellKind::number) return price_cell(NumberView{text});
  if (const auto items = read_list(*value)) return plain_cell(items);
  if (*value == "true" || *value == "false") return plain_cell(std::optional(*value == "true"));
  if (value->starts_with('-') || is_digit(value->front()))
    return plain_cell(std::optional(NumberView{text}));
  return plain_cell(std::optional<std::string_view>(text));
}

std::optional<std::string> exact_member(const Column& column, const Endpoint& endpoint) {
  const auto cell = member_cell(column, endpoint);
  if (!cell) return std::nullopt;
  return column.name.ends_with(million_ends) && cell->number() ? cell->text : cell->exact;
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
  constexpr std::array<std::string_view, 5> names{"text", "text", "number", "list", "boolean"};
  return names.at(static_cast<std::size_t>(kind));
}

output::ResultNames names_of_columns() {
  output::ResultNames names;
  for (const auto& column : all_columns())
    names.emplace_back(column.name);
  return names;
}

} // namespace

std::optional<output::Cell> Column::cell(const Model& model, const Endpoint& endpoint) const {
  if (forms.cell == nullptr) return member_cell(*this, endpoint);
  auto cell = forms.cell(model, endpoint);
  if (cell) cell->rounding = rounding;
  return cell;
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
  for (const auto& column : column_rows)
    if ((shown == output::Shown::wide || column.shown == output::Shown::always) &&
        (models == Models::several || column.name != "model"))
      columns.push_back(pointer_to(column));
  std::ranges::stable_sort(columns, {}, [](const auto& column) { return column->place; });
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
  if (const auto as = name.find(" as "); as != name.npos)
    return fail(Error::usage(fmt::format("unknown column '{}'", name),
                             fmt::format("a column has one title: write {}; --jq names members as "
                                         "you like",
                                         name.substr(0, as))));
  if (const auto bracket = name.find('['); bracket != name.npos)
    return fail(Error::usage(fmt::format("unknown column '{}'", name),
                             fmt::format("a column has no index: write {}, or take the item with "
                                         "--jq",
                                         name.substr(0, bracket))));
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
      ResultMember{"name", &Column::name, {.says = "what --columns calls it", .title = "NAME", .is_identifier = true}},
      ResultMember{"title", &Column::title, {.says = "what stands above it", .title = "TITLE"}},
      ResultMember{"unit", [](const auto& column) { return unless_empty(column.unit); }, {.says = "unit of what people see; null if it is not documented", .title = "UNIT"}},
      ResultMember{"kind", [](const auto& column) { return kind_name(column.kind); }, {.says = "what its values are", .title = "KIND"}},
      ResultMember{"path", &Column::path, {.says = "path of the value in an endpoint", .title = "IN JSON"}},
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

Status check_member(const Column& column, std::span<const Model> models) {
  const auto first = column.path.substr(0, column.path.find('.'));
  if (column.forms.cell != nullptr || !has_endpoints(models) || has_member(models, first))
    return {};
  const auto members = paths_within(models, "");
  if (const auto* other = spec::find_foreign(spec::ForeignKind::column, "members", first))
    return fail(Error::usage(fmt::format("unknown column '{}'", column.name), other->text()));
  return fail(Error::unknown_word(
      "column", column.name, Vocabulary(members).nearest(first),
      fmt::format("the columns are those that --columns help lists, and the members of an "
                  "endpoint: {}",
                  fmt::join(members, " "))));
}

std::string missing_member_note(const Column& column, std::span<const Model> models) {
  if (column.forms.cell != nullptr || !has_endpoints(models) || has_member(models, column.path))
    return {};
  const auto parent = column.path.substr(0, column.path.rfind('.'));
  const auto nearest = Vocabulary(paths_within(models, parent)).nearest(column.path);
  return fmt::format("no endpoint here has {}{}", column.path,
                     nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest));
}

} // namespace mrctl::service
