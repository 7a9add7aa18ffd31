#include "member_column.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/service/endpoint_columns.hpp"
#include "mrctl/service/record_reading.hpp"
#include "mrctl/spec/advice.hpp"

#include "cells.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <vector>

namespace mrctl::service {

namespace {

constexpr std::string_view prices_begin = "pricing.";
constexpr std::string_view million_ends = "/M";

struct OwningColumn {
  std::string name;
  Column column;
};

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

} // namespace

std::optional<std::string_view> value_at(const Endpoint& endpoint, std::string_view path) {
  std::optional value(endpoint.json);
  for (const auto name : split(path, '.'))
    if (value) value = json_member(*value, name);
  return value;
}

ColumnPointer member_column(std::string_view given) {
  auto path = given;
  if (path.ends_with(million_ends)) path.remove_suffix(million_ends.size());
  const auto counted = counted_per(path);
  if (!is_member_path(path) || (path != given && counted != PricePer::token)) return nullptr;
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
