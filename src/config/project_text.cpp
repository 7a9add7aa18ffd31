#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/config/project.hpp"
#include "mrctl/config/project_keys.hpp"

#include "toml_document.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <type_traits>

namespace mrctl::config {

namespace {

constexpr std::string_view beginning =
    "# Settings of mrctl for this repository; flags override them. Lines that begin with '#'\n"
    "# and a letter are examples; 'man mrctl.toml' explains every key.\n";

// Returns a value as TOML writes it; empty if it is not set.
template <class Type>
std::string toml_of(const Type& value) {
  if constexpr (std::is_same_v<Type, std::string>) {
    return value.empty() ? std::string() : toml_quote(value);
  } else if constexpr (std::is_same_v<Type, std::vector<std::string>>) {
    const auto items = mapped(value, [](const auto& item) { return toml_quote(item); });
    return items.empty() ? std::string() : fmt::format("[{}]", fmt::join(items, ", "));
  } else if constexpr (std::is_same_v<Type, bool>) {
    return value ? "true" : "";
  } else {
    return {};
  }
}

enum class Ungiven { explained, left_out };

// Returns a line for each key, under its meaning. One that is not set is a comment.
template <class Record>
std::string key_lines(const Record& record, Ungiven ungiven) {
  std::string out;
  for (const auto& row : keys_of<Record>) {
    const auto value = std::visit([&](auto member) { return toml_of(record.*member); }, row.member);
    if (row.example.empty() || (value.empty() && ungiven == Ungiven::left_out)) continue;
    out += fmt::format("# {}\n{}{} = {}\n", row.help, value.empty() ? "#" : "", row.name,
                       value.empty() ? row.example : value);
  }
  return out;
}

// A key of TOML without quotes has no dots.
std::string toml_key(const std::string& name) {
  return name.find('.') == std::string::npos ? name : toml_quote(name);
}

std::string target_tables(const Project& project) {
  if (project.targets.empty())
    return "\n#[targets.staging]\n" + key_lines(ProjectTarget{}, Ungiven::explained);
  std::string out;
  for (const auto& target : project.targets)
    out += fmt::format("\n[targets.{}]\n{}", toml_key(target.name),
                       key_lines(target, out.empty() ? Ungiven::explained : Ungiven::left_out));
  return out;
}

} // namespace

std::string project_text(const Project& project) {
  return fmt::format("{}\n{}\n#[known]\n{}{}\n#[[gates]]\n{}\n#[[waivers]]\n{}", beginning,
                     key_lines(project, Ungiven::explained),
                     key_lines(ProjectKnown{}, Ungiven::explained), target_tables(project),
                     key_lines(ProjectGate{}, Ungiven::explained),
                     key_lines(ProjectWaiver{}, Ungiven::explained));
}

} // namespace mrctl::config
