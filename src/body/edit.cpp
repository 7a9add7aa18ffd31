#include "edit.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/spec/field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::body {

namespace {

std::string where(const JsonPath& path, std::size_t depth) {
  if (depth == 0) return "the body";
  return dotted(
      pointer_of(JsonPath(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(depth))));
}

// Returns what is in the way of a step.
std::optional<std::string> find_hindrance(const JsonView& value, const std::string& key,
                                          const std::string& here) {
  if (value.is_object()) return std::nullopt;
  return fmt::format("{} is {} and has no member '{}'", here, words_of(json_type(value)).found,
                     key);
}

std::optional<std::string> find_hindrance(const JsonView& value, std::size_t index,
                                          const std::string& here) {
  if (!value.is_array())
    return fmt::format("{} is {} and has no item [{}]", here, words_of(json_type(value)).found,
                       index);
  if (index <= value.size()) return std::nullopt;
  return fmt::format("{} has {}; the next index is {}", here, counted(value.size(), "item"),
                     value.size());
}

// Arrays created on the way are empty, so only their first item can be set.
tl::expected<void, std::string> check_new_steps(const JsonPath& path, std::size_t depth) {
  for (; depth < path.size(); ++depth)
    if (const auto* index = std::get_if<std::size_t>(&path[depth]); index != nullptr && *index > 0)
      return tl::unexpected(fmt::format("{} has 0 items; the next index is 0", where(path, depth)));
  return {};
}

// The last value on a path that is there, and the number of steps that lead to it.
struct ReachedValue {
  JsonView value;
  std::size_t depth = 0;
};

// Follows a path to the last value that is there. Stops at null, too, because an object or an array
// may take its place.
tl::expected<ReachedValue, std::string> reach(const JsonText& text, const JsonPath& path) {
  if (path.size() > static_cast<std::size_t>(deepest_json))
    return tl::unexpected(fmt::format("the path is more than {} levels deep", deepest_json));
  ReachedValue here{text.root()};
  while (here.depth < path.size() && !here.value.is_null()) {
    const auto& step = path[here.depth];
    auto hindrance = std::visit(
        [&](const auto& token) {
          return find_hindrance(here.value, token, where(path, here.depth));
        },
        step);
    if (hindrance) return tl::unexpected(*std::move(hindrance));
    const auto next = find_step(here.value, step);
    if (!next) break;
    here = {*next, here.depth + 1};
  }
  const auto first_new = here.value.is_null() ? here.depth : here.depth + 1;
  if (auto checked = check_new_steps(path, first_new); !checked)
    return tl::unexpected(std::move(checked.error()));
  return here;
}

// Returns the text of a value inside the objects and arrays of the steps from `depth`.
std::string nested(const JsonPath& path, std::size_t depth, const Json& value) {
  std::string before;
  std::string after;
  for (; depth < path.size(); ++depth) {
    const auto* key = std::get_if<std::string>(&path[depth]);
    before += key != nullptr ? "{" + json_quote(*key) + ":" : "[";
    after += key != nullptr ? '}' : ']';
  }
  std::reverse(after.begin(), after.end());
  return before + dump_json(value) + after;
}

} // namespace

std::optional<JsonView> find_step(const JsonView& value, const PathStep& step) {
  const auto* key = std::get_if<std::string>(&step);
  return key != nullptr ? find_member(value, *key)
                        : find_element(value, std::get<std::size_t>(step));
}

std::optional<JsonView> find_at(const JsonText& text, const JsonPath& path) {
  std::optional<JsonView> here = text.root();
  for (const auto& step : path)
    if (here) here = find_step(*here, step);
  return here;
}

tl::expected<void, std::string> set_at(JsonText& text, const JsonPath& path, const Json& value) {
  const auto reached = reach(text, path);
  if (!reached) return tl::unexpected(reached.error());
  const auto& [here, depth] = *reached;
  if (depth == path.size() || here.is_null()) {
    text = cut_json(text, {{here.text(), nested(path, depth, value)}});
    return {};
  }
  const auto* key = std::get_if<std::string>(&path[depth]);
  const auto item = nested(path, depth + 1, value);
  text =
      cut_json(text, {adding_items(here, key != nullptr ? json_quote(*key) + ":" + item : item)});
  return {};
}

std::optional<Problem> find_missing(const JsonText& body, const JsonPath& path) {
  auto here = body.root();
  for (const auto& step : path) {
    if (const auto next = find_step(here, step)) {
      here = *next;
      continue;
    }
    Problem problem{.severity = Severity::warning,
                    .rule = "flag.unset",
                    .message = fmt::format("there is no {}", dotted(pointer_of(path)))};
    std::vector<std::string> keys;
    if (here.is_object())
      for (const auto& item : here.items())
        keys.push_back(item.key());
    if (const auto* key = std::get_if<std::string>(&step))
      problem.suggestion = {nearest_word(*key, keys), Does::meant};
    return problem;
  }
  return std::nullopt;
}

// The items of a view have no index, so the one to remove is known by where its text begins.
void unset_at(JsonText& text, const JsonPath& path) {
  const auto parent = find_at(text, JsonPath(path.begin(), path.end() - 1));
  const auto value = parent ? find_step(*parent, path.back()) : std::nullopt;
  if (!value) return;
  text = cut_json(text, removing_items(*parent, [&](const JsonItem& item) {
                    return item.value.text().data() == value->text().data();
                  }));
}

std::string with_dots(std::string path) {
  if (path.starts_with('/')) path.erase(0, 1);
  const auto slash = path.find('/');
  if (slash == path.npos || spec::find_field(path.substr(0, slash)) == nullptr) return {};
  std::ranges::replace(path, '/', '.');
  return path;
}

RemovedMessages removing_messages(const JsonView& messages,
                                  const std::function<bool(const JsonView& message)>& is_removed) {
  RemovedMessages removed;
  std::size_t index = 0;
  removed.cuts = removing_items(messages, [&](const JsonItem& message) {
    const bool stays = !is_removed(message.value);
    if (stays) removed.kept.push_back(index);
    ++index;
    return !stays;
  });
  return removed;
}

} // namespace mrctl::body
