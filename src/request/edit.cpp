#include "edit.hpp"

#include <fmt/format.h>

#include <utility>

namespace mrctl::request {

namespace {

std::string where(const JsonPath& path, std::size_t depth) {
  if (depth == 0) return "the body";
  return dotted(
      pointer_of(JsonPath(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(depth))));
}

using Walked = tl::expected<const Json*, std::string>;

Walked find_step(const Json& value, const std::string& key, const std::string& here) {
  if (value.is_object()) return find_member(value, key);
  return tl::unexpected(
      fmt::format("{} is {} and has no member '{}'", here, json_type_with_article(value), key));
}

Walked find_step(const Json& value, std::size_t index, const std::string& here) {
  if (!value.is_array())
    return tl::unexpected(
        fmt::format("{} is {} and has no item [{}]", here, json_type_with_article(value), index));
  if (index < value.size()) return &value[index];
  if (index == value.size()) return nullptr;
  return tl::unexpected(fmt::format("{} has {} item{}; the next index is {}", here, value.size(),
                                    value.size() == 1 ? "" : "s", value.size()));
}

// Arrays created on the way are empty, so only their first item can be set.
tl::expected<void, std::string> check_new_steps(const JsonPath& path, std::size_t depth) {
  for (; depth < path.size(); ++depth)
    if (const auto* index = std::get_if<std::size_t>(&path[depth]); index != nullptr && *index > 0)
      return tl::unexpected(fmt::format("{} has 0 items; the next index is 0", where(path, depth)));
  return {};
}

tl::expected<void, std::string> check_steps(const Json& root, const JsonPath& path) {
  if (path.size() > static_cast<std::size_t>(deepest_json))
    return tl::unexpected(fmt::format("the path is more than {} levels deep", deepest_json));
  const Json* here = &root;
  for (std::size_t depth = 0; depth < path.size(); ++depth) {
    if (here == nullptr || here->is_null()) return check_new_steps(path, depth);
    const auto next = std::visit(
        [&](const auto& step) { return find_step(*here, step, where(path, depth)); }, path[depth]);
    if (!next) return tl::unexpected(next.error());
    here = *next;
  }
  return {};
}

Json& take_step(Json& value, const std::string& key) {
  if (value.is_null()) value = Json::object();
  const auto found = value.find(key);
  return found == value.end() ? append_member(value, key) : *found;
}

Json& take_step(Json& value, std::size_t index) {
  if (value.is_null()) value = Json::array();
  if (index == value.size()) value.push_back(nullptr);
  return value[index];
}

} // namespace

// Bodies may be large, so the path is checked before it is changed, instead of changing a copy.
tl::expected<void, std::string> set_at(Json& root, const JsonPath& path, Json value) {
  if (auto checked = check_steps(root, path); !checked) return checked;
  Json* here = &root;
  for (const auto& step : path)
    here = &std::visit([&](const auto& token) -> Json& { return take_step(*here, token); }, step);
  *here = std::move(value);
  return {};
}

void unset_at(Json& root, const JsonPath& path) {
  Json* here = &root;
  for (std::size_t depth = 0; depth < path.size(); ++depth) {
    const bool is_last = depth + 1 == path.size();
    if (const auto* key = std::get_if<std::string>(&path[depth])) {
      if (!here->is_object() || !here->contains(*key)) return;
      if (is_last)
        here->erase(*key);
      else
        here = &(*here)[*key];
    } else {
      const auto index = std::get<std::size_t>(path[depth]);
      if (!here->is_array() || index >= here->size()) return;
      if (is_last)
        here->erase(index);
      else
        here = &(*here)[index];
    }
  }
}

} // namespace mrctl::request
