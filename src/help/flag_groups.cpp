#include "mrctl/help/flag_groups.hpp"

#include "mrctl/spec/field.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace mrctl::help {

namespace {

std::string usage_of_argument(const ArgumentFacts& argument) {
  const auto text = argument.name + (argument.repeats ? "..." : "");
  return argument.is_optional ? "[" + text + "]" : text;
}

constexpr auto number_of_groups = static_cast<std::size_t>(spec::FieldGroup::tracking) + 1;

// Those of the fields come after the command's own.
std::size_t position_of(const FlagFacts& flag) {
  return flag.field == nullptr ? 0 : 1 + static_cast<std::size_t>(flag.field->field->group);
}

bool has_flags(const spec::Command& command) {
  return !command.flags.empty() || command.body_flags == spec::BodyFlags::yes;
}

} // namespace

std::string_view group_of(const FlagFacts& flag) {
  return flag.field == nullptr ? "Flags" : spec::group_title(flag.field->field->group);
}

std::vector<FlagGroup> flag_groups(const spec::Command& command) {
  std::vector<FlagGroup> groups(1 + number_of_groups);
  for (auto& flag : command_flags(command)) {
    auto& group = groups.at(position_of(flag));
    group.title = group_of(flag);
    group.flags.push_back(std::move(flag));
  }
  groups.erase(std::remove_if(groups.begin(), groups.end(),
                              [](const FlagGroup& group) { return group.flags.empty(); }),
               groups.end());
  return groups;
}

std::string help_of(const FlagFacts& flag) {
  auto text = flag.help;
  if (!flag.choices.empty()) text += fmt::format(": {}", fmt::join(flag.choices, "|"));
  if (!flag.fallback.empty()) text += fmt::format("; the default is {}", flag.fallback);
  if (flag.repeats && !flag.value_name.empty()) text += "; repeatable";
  return text;
}

std::string usage_of(const spec::Command& command) {
  const bool takes_command = spec::takes_command(command);
  auto usage = command.name();
  if (takes_command) usage += has_flags(command) ? " [flags] --" : " --";
  for (const auto& argument : argument_facts(command))
    usage += " " + usage_of_argument(argument);
  if (has_flags(command) && !takes_command) usage += " [flags]";
  return usage;
}

} // namespace mrctl::help
