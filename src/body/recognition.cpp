#include "recognition.hpp"

#include "mrctl/base/text.hpp"
#include "mrctl/json/known_file.hpp"
#include "mrctl/json/path.hpp"
#include "mrctl/spec/field.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace mrctl::body {

namespace {

bool is_body(const JsonView& value) {
  if (!value.is_object()) return false;
  const auto items = value.items();
  return std::any_of(items.begin(), items.end(),
                     [](const JsonItem& item) { return spec::find_field(item.key()) != nullptr; });
}

std::string listed(std::vector<std::string> words, std::size_t most) {
  const auto more = words.size() > most ? words.size() - most : 0;
  words.resize(words.size() - more);
  if (more > 0) return fmt::format("{} and {} more", fmt::join(words, ", "), more);
  const auto last = words.size() > 1 ? " and " + words.back() : std::string();
  if (!last.empty()) words.pop_back();
  return fmt::format("{}{}", fmt::join(words, ", "), last);
}

constexpr std::size_t most_named = 4;

bool is_preset(const JsonView& value) {
  return value.is_object() && known_document(value).what == known_preset;
}

// The members of an object that no request has.
struct Strangers {
  std::vector<std::string> bodies{}; // names of those that are bodies
  std::vector<JsonItem> others{};
  bool has_field = false; // so the object is a body itself
};

Strangers strangers_in(const JsonView& object, bool (*is_one)(const JsonView& value)) {
  Strangers found;
  for (const auto& item : object.items()) {
    const auto key = item.key();
    if (key == "$schema") continue;
    found.has_field = spec::find_field(key) != nullptr;
    if (found.has_field) return found;
    if (is_one(item.value))
      found.bodies.push_back(abbreviated(key));
    else
      found.others.push_back(item);
  }
  return found;
}

// A file is one preset, so its members are not presets by name. `outer` is what they are inside.
std::string said_of_bodies(std::vector<std::string> names, const std::string& outer) {
  if (names.empty() || (names.size() == 1 && spec::find_foreign_field(names[0]) != nullptr))
    return {};
  if (names.size() == 1)
    return fmt::format("the body is inside '{}{}': put its members at the top level", outer,
                       names[0]);
  const auto count = names.size() == 2 ? std::string("two") : std::to_string(names.size());
  for (auto& name : names)
    name += ".yaml";
  return fmt::format("{} bodies: write {}, because a file is one preset", count,
                     listed(std::move(names), most_named));
}

// "presets: {a: {…}, b: {…}}" and "model_list: [{…}]" of other programs.
std::string recognised_wrapper(const JsonItem& item) {
  const auto name = abbreviated(item.key());
  if (item.value.is_object()) {
    auto inside = strangers_in(item.value, is_preset);
    const bool is_wrapper = !inside.has_field && inside.others.empty();
    return is_wrapper ? said_of_bodies(std::move(inside.bodies), name + ".") : std::string();
  }
  if (!item.value.is_array() || item.value.size() == 0) return {};
  const auto first = item.value.items().begin()->value;
  if (!is_preset(first) && strangers_in(first, is_preset).bodies.empty()) return {};
  return fmt::format("'{}' lists {} {}: write a file for each", name, item.value.size(),
                     item.value.size() == 1 ? "body" : "bodies");
}

std::string recognised_bodies(const JsonView& object) {
  auto all = strangers_in(object, is_body);
  if (all.has_field) return {};
  if (all.others.empty()) return said_of_bodies(std::move(all.bodies), {});
  auto clear = strangers_in(object, is_preset);
  if (clear.bodies.size() == 1) return said_of_bodies(std::move(clear.bodies), {});
  for (const auto& other : clear.others)
    if (auto said = recognised_wrapper(other); !said.empty()) return said;
  return {};
}

std::string said_of(const KnownFile& known) {
  return known.what == known_preset ? std::string() : known.instead_of(known_preset);
}

// A line of curl behind another line that begins neither YAML nor JSON.
bool is_script_around_curl(std::string_view text) {
  if (text.find("\ncurl ") == text.npos) return false;
  for (const auto line : lines_in(text)) {
    if (trimmed(line).empty() || line.starts_with('#')) continue;
    const bool is_key = line.find(": ") != line.npos || trimmed(line).ends_with(':');
    return !is_key && std::string_view("{[\"'- ").find(line.front()) == std::string_view::npos;
  }
  return false;
}

} // namespace

std::string recognised_text(std::string_view text) {
  if (is_script_around_curl(text))
    return "this is a script around curl: keep the curl command alone";
  return said_of(known_text(text));
}

std::string recognised_json(const JsonView& root) {
  const bool is_list = root.is_array() && root.size() > 0;
  const bool is_list_of_bodies = is_list && is_body(root.items().begin()->value);
  if (auto known = is_list_of_bodies ? std::string() : said_of(known_document(root));
      !known.empty())
    return known;
  if (root.is_object()) return recognised_bodies(root);
  if (!is_list_of_bodies) return {};
  return root.size() == 1
             ? "the body is inside a list: put its members at the top level"
             : fmt::format("a list of {} bodies: a file is one preset, so write {} files",
                           root.size(), root.size());
}

std::optional<std::string> find_encrypted(const JsonView& value, const std::string& pointer) {
  if (value.is_string())
    return is_encrypted(value.text().substr(1)) ? std::optional(pointer) : std::nullopt;
  std::size_t index = 0;
  for (const auto& item : value.items()) {
    auto found = find_encrypted(item.value, value.is_object() ? pointer_join(pointer, item.key())
                                                              : pointer_join(pointer, index++));
    if (found) return found;
  }
  return std::nullopt;
}

bool has_no_field(const JsonView& body) {
  bool has_member = false;
  for (const auto& item : body.items()) {
    const auto key = item.key();
    if (key == "$schema") continue;
    if (spec::find_field(key) != nullptr) return false;
    has_member = true;
  }
  return has_member;
}

std::string first_members(const JsonView& object) {
  std::vector<std::string> names;
  for (const auto& item : object.items())
    names.push_back(abbreviated(item.key()));
  return listed(std::move(names), most_named);
}

} // namespace mrctl::body
