#include "edit_advice.hpp"

#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/identifiers.hpp"

#include "edit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mrctl::body {

namespace {

// Paths in other notations, each as it is written here; empty for other paths.

// ".temperature", as jq writes it.
std::string without_first_dot(std::string path) {
  if (!path.starts_with('.')) return {};
  path.erase(0, 1);
  return path;
}

bool is_list_of_body(std::string_view path) {
  const auto* flag = find_row(spec::field_flags(), &spec::FieldFlag::path, path);
  return flag != nullptr && spec::list_in(*flag->shape) != nullptr;
}

// "provider.only.0"; the keys of a map may be numbers.
std::string with_brackets(std::string path) {
  for (auto dot = path.find('.'); dot != path.npos; dot = path.find('.', dot + 1)) {
    const auto end = std::min(path.find_first_not_of("0123456789", dot + 1), path.size());
    const bool is_index = end > dot + 1 && (end == path.size() || path[end] == '.');
    if (!is_index || !is_list_of_body(std::string_view(path).substr(0, dot))) continue;
    path.insert(end, "]");
    path[dot] = '[';
    return path;
  }
  return {};
}

// "provider.only+=acme", as other languages add to a list.
std::string instead_of_adding(std::string_view path, std::string_view value) {
  if (!path.ends_with('+') || path.size() < 2) return {};
  path.remove_suffix(1);
  return fmt::format("--set-json '{}=[{}]' sets the whole list", path, dump_json(value));
}

bool is_assignment(const std::string& text) {
  const auto equals = text.find('=');
  return equals != text.npos &&
         spec::find_field(text.substr(0, std::min(equals, text.find_first_of(".[")))) != nullptr;
}

// "model=a/b,temperature=0.3". The text of a message may hold anything.
std::string several_assignments(const spec::BodyFlagUse& use) {
  const auto parts = spec::split_names(use.value, ",");
  if (use.kind != spec::BodyFlag::set || parts.size() < 2 || use.value.starts_with("messages") ||
      !std::ranges::all_of(parts, is_assignment))
    return {};
  return fmt::format("repeat --set: --set {}", fmt::join(parts, " --set "));
}

} // namespace

std::string meant_edit(const spec::BodyFlagUse& use) {
  const auto equals = std::min(use.value.find('='), use.value.size());
  auto path = use.value.substr(0, equals);
  const auto rest = use.value.substr(equals);
  if (use.kind == spec::BodyFlag::unset && !rest.empty()) return path;
  if (use.kind != spec::BodyFlag::unset && rest.empty()) return {};
  if (auto several = several_assignments(use); !several.empty()) return several;
  if (auto adding = rest.empty() ? rest : instead_of_adding(path, rest.substr(1)); !adding.empty())
    return adding;
  for (const auto written : {with_dots, without_first_dot, with_brackets})
    if (auto meant = written(path); !meant.empty()) return meant + rest;
  return {};
}

} // namespace mrctl::body
