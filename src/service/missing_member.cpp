#include "mrctl/base/nearest.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/service/endpoint_columns.hpp"

#include "member_column.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <vector>

namespace mrctl::service {

namespace {

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

Status check_member(const Column& column, std::span<const Model> models) {
  const auto first = column.path.substr(0, column.path.find('.'));
  if (column.forms.cell != nullptr || !has_endpoints(models) || has_member(models, first))
    return {};
  const auto members = paths_within(models, "");
  return fail(Error::unknown_word(
      "column", column.name, Vocabulary(members).nearest(first),
      fmt::format("the columns are those that --columns help lists, and the members of an "
                  "endpoint: {}",
                  fmt::join(members, " "))));
}

std::string missing_member_note(const Column& column, std::span<const Model> models) {
  if (column.forms.cell != nullptr || !has_endpoints(models) || has_member(models, column.path))
    return {};
  const auto parent = column.path.substr(0, std::min(column.path.rfind('.'), column.path.size()));
  const auto nearest = Vocabulary(paths_within(models, parent)).nearest(column.path);
  return fmt::format("no endpoint here has {}{}", column.path,
                     nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest));
}

} // namespace mrctl::service
