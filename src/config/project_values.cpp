#include "project_values.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/config/project_keys.hpp"
#include "mrctl/json/value.hpp"

#include <fmt/format.h>

#include <type_traits>
#include <utility>

namespace mrctl::config {

namespace {

// Returns the value as on the command line; empty for records, which are no values.
template <class Type>
std::string command_line_text(const Type& value) {
  if constexpr (std::is_same_v<Type, std::string>) {
    return value;
  } else if constexpr (std::is_same_v<Type, std::vector<std::string>>) {
    return dump_json(Json(value));
  } else if constexpr (std::is_same_v<Type, bool>) {
    return value ? "true" : "false";
  } else {
    return {};
  }
}

Value value_at(std::string text, const Project& project, std::size_t line) {
  return {std::move(text), {OriginKind::project, fmt::format("from {}:{}", project.file, line)}};
}

template <class Record>
std::vector<NamedValue> values_in(const Record& record, const Project& project) {
  std::vector<NamedValue> values;
  for (const auto& row : keys_of<Record>) {
    const auto line = record.lines.find(row.name);
    if (line == record.lines.end()) continue;
    auto text =
        std::visit([&](auto member) { return command_line_text(record.*member); }, row.member);
    if (!text.empty() || row.takes == Takes::remote)
      values.push_back({row.name, value_at(std::move(text), project, line->second)});
  }
  return values;
}

// The target's bases come after those of the file, and both have their origins.
void add_to(std::vector<NamedValue>& values, NamedValue added, const Project& project) {
  for (auto& known : values) {
    if (known.key != added.key) continue;
    known.value->text = command_line_text(bases_of(project));
    known.value->origin.detail +=
        fmt::format(" and {}", added.value->origin.detail.substr(std::string_view("from ").size()));
    return;
  }
  values.push_back(std::move(added));
}

} // namespace

std::vector<NamedValue> project_values(const Project& project) {
  if (project.file.empty()) return {};
  std::vector<NamedValue> values{
      {setting_of(&SettingValues::project).key,
       Value{project.file, {OriginKind::project, "found in this folder or above it"}}}};
  append(values, values_in(project, project));
  const auto* target = chosen_target(project);
  if (target == nullptr) return values;
  values.push_back({setting_of(&SettingValues::target).key,
                    value_at(target->name, project,
                             target->name == project.default_target
                                 ? project.lines.find("default_target")->second
                                 : target->line)});
  for (auto& value : values_in(*target, project))
    add_to(values, std::move(value), project);
  return values;
}

std::optional<Value> project_value(const Project& project, std::string_view key) {
  for (auto& named : project_values(project))
    if (named.key == key) return std::move(named.value);
  return std::nullopt;
}

} // namespace mrctl::config
