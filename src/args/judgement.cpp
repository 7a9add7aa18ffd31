#include "judgement.hpp"

#include "mrctl/base/ascii.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag_value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace mrctl::args {

namespace {

bool takes_a_body(const spec::Command& command) {
  return std::any_of(command.flags.begin(), command.flags.end(),
                     [](const spec::Flag& flag) { return flag.name == "--body"; });
}

bool takes_file(const spec::Flag& flag) {
  return flag.takes == spec::Takes::file || flag.takes == spec::Takes::preset_file;
}

// A shell makes several words of "--presets presets/*.yaml".
std::string_view repeatable_file_flag(const Invocation& invocation) {
  for (const auto& flag : invocation.command->flags)
    if (flag.kind == spec::FlagKind::list && takes_file(flag) && invocation.has(flag.name))
      return flag.name;
  return {};
}

std::string hint_on_argument(const std::string& word, const Invocation& invocation) {
  const auto& command = *invocation.command;
  if (const auto flag = repeatable_file_flag(invocation); !flag.empty())
    return fmt::format("repeat {} for each file, or name their folder", flag);
  if (word == "true" || word == "false" || word == "null")
    return fmt::format("write the value of a flag after '=', as in --stream={}", word);
  if (takes_a_body(command) && spec::has_body_ending(word))
    return fmt::format("did you mean --body {}?", word);
  return fmt::format("run 'mrctl {} --help'", command.name());
}

bool is_choice(const std::string& word, const spec::Argument& argument) {
  return std::any_of(
      argument.choices.begin(), argument.choices.end(),
      [&](std::string_view choice) { return lower_case(choice) == lower_case(word); });
}

// A word that resembles a choice is a typo; anything else is left to the command.
Status judge_choice(const std::string& word, const spec::Argument& argument) {
  if (is_choice(word, argument)) return {};
  const std::vector<std::string_view> choices(argument.choices.begin(), argument.choices.end());
  const auto near = nearest_word(word, choices);
  if (near.empty()) return {};
  return fail(Error::unknown_word(lower_case(argument.name), word, near));
}

// "api /path" is a path without its method.
std::string hint_on_missing(const spec::Command& command,
                            const std::vector<std::string>& arguments) {
  const bool lacks_first_choice = arguments.size() == 1 && !command.arguments[0].choices.empty() &&
                                  arguments.front().starts_with('/');
  return lacks_first_choice ? fmt::format("did you mean 'mrctl {} {} {}'?", command.name(),
                                          command.arguments[0].choices[0], arguments.front())
                            : fmt::format("run 'mrctl {} --help'", command.name());
}

bool repeats(const spec::Flag& flag) {
  return flag.kind != spec::FlagKind::value;
}

// Silently dropping one of two values would drop the wrong one, or both were meant.
Status judge_repetition(std::string_view name, const Invocation& invocation) {
  if (invocation.count(name) < 2) return {};
  return fail(Error::usage(fmt::format("{} takes one value but was given more than once", name),
                           fmt::format("keep one {}", name)));
}

} // namespace

Status judge_arguments(const Invocation& invocation) {
  const auto& command = *invocation.command;
  std::size_t most = 0;
  std::size_t index = 0;
  for (const auto& argument : command.arguments) {
    if (index++ >= invocation.arguments.size() && !argument.is_optional)
      return fail(Error::usage(
          fmt::format("'{}' needs {}: {}", command.name(), argument.name, argument.help),
          hint_on_missing(command, invocation.arguments)));
    if (index <= invocation.arguments.size())
      if (auto judged = judge_choice(invocation.arguments[index - 1], argument); !judged)
        return judged;
    most = argument.arity == spec::Arity::at_least_one ? spec::no_limit : most + 1;
  }
  if (invocation.arguments.size() > most)
    return fail(unexpected_argument(invocation.arguments[most], invocation));
  return {};
}

// Repeating a flag that only switches something on is harmless.
Status judge_repetitions(const Invocation& invocation) {
  const auto judge_rows = [&](const spec::Rows<spec::Flag>& rows) -> Status {
    for (const auto& flag : rows)
      if (!repeats(flag))
        if (auto judged = judge_repetition(flag.name, invocation); !judged) return judged;
    return {};
  };
  if (auto judged = judge_rows(spec::global_flags()); !judged) return judged;
  if (invocation.command == nullptr) return {};
  if (auto judged = judge_rows(invocation.command->flags); !judged) return judged;
  if (invocation.command->body_flags == spec::BodyFlags::no) return {};
  for (const auto& flag : spec::field_flags())
    if (!spec::repeats(*flag.shape))
      if (auto judged = judge_repetition(flag.name, invocation); !judged) return judged;
  return {};
}

Status judge_values(const spec::Rows<spec::Flag>& table, const Invocation& invocation) {
  for (const auto& flag : table)
    for (const auto& use : invocation.flags) {
      if (use.name != flag.name) continue;
      const bool takes_value =
          flag.kind == spec::FlagKind::value || flag.kind == spec::FlagKind::list;
      if (!takes_value && use.value != "true")
        return fail(Error::usage(fmt::format("{} takes no value, got '{}'", flag.name, use.value)));
      if (flag.choices.empty() ||
          std::find(flag.choices.begin(), flag.choices.end(), use.value) != flag.choices.end())
        continue;
      const std::vector<std::string_view> choices(flag.choices.begin(), flag.choices.end());
      auto hint = fmt::format("one of {}", fmt::join(choices, ", "));
      if (const auto near = nearest_word(use.value, choices); !near.empty())
        hint = fmt::format("did you mean '{}'? ({})", near, hint);
      return fail(
          Error::usage(fmt::format("'{}' is not a value of {}", flag.name, use.value), hint));
    }
  return {};
}

Error unexpected_argument(const std::string& word, const Invocation& invocation) {
  return Error::usage(fmt::format("unexpected argument '{}'", word),
                      hint_on_argument(word, invocation));
}

} // namespace mrctl::args
