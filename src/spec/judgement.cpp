#include "judgement.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>
#include <vector>

namespace mrctl::spec {

namespace {

bool takes_a_body(const Command& command) {
  return std::any_of(command.flags.begin(), command.flags.end(),
                     [](const Flag& flag) { return flag.member == FlagMember(&FlagValues::body); });
}

// A shell makes several words of "--presets presets/*.yaml".
std::string_view repeatable_file_flag(const Invocation& invocation) {
  for (const auto& flag : invocation.command->flags) {
    const auto* member = std::get_if<FlagValueMember>(&flag.member);
    if (member != nullptr && flag.repeats() && is_file(flag.takes) &&
        is_given(invocation.flags, *member))
      return flag.name;
  }
  return {};
}

std::string hint_on_argument(const std::string& word, const Invocation& invocation) {
  const auto& command = *invocation.command;
  if (const auto flag = repeatable_file_flag(invocation); !flag.empty())
    return fmt::format("repeat {} for each file, or name their folder", flag);
  if (word == "true" || word == "false" || word == "null")
    return fmt::format("write the value of a flag after '=', as in --stream={}", word);
  if (takes_a_body(command) && has_body_ending(word))
    return fmt::format("did you mean --body {}?", word);
  if (command.name() == "auth login")
    return "no argument takes a key: pipe it in, as in 'mrctl auth login < FILE'";
  return fmt::format("run 'mrctl {} --help'", command.name());
}

bool is_choice(const std::string& word, const Argument& argument) {
  return std::any_of(
      argument.choices.begin(), argument.choices.end(),
      [&](std::string_view choice) { return lower_case(choice) == lower_case(word); });
}

// A word that resembles a choice is a typo; anything else is left to the command.
Status judge_choice(const std::string& word, const Argument& argument) {
  if (is_choice(word, argument)) return {};
  const std::vector<std::string_view> choices(argument.choices.begin(), argument.choices.end());
  const auto near = nearest_word(word, choices);
  if (near.empty()) return {};
  return fail(Error::unknown_word(lower_case(argument.name), word, near));
}

// "api models/acme/tiny" is a path without its method.
std::string hint_on_missing(const Command& command, const std::vector<std::string>& arguments) {
  const bool lacks_first_choice = arguments.size() == 1 && !command.arguments[0].choices.empty() &&
                                  arguments.front().find('/') != std::string::npos;
  const auto* slash = lacks_first_choice && arguments.front().front() != '/' ? "/" : "";
  return lacks_first_choice ? fmt::format("did you mean 'mrctl {} {} {}{}'?", command.name(),
                                          command.arguments[0].choices[0], slash, arguments.front())
                            : fmt::format("run 'mrctl {} --help'", command.name());
}

// Repeating a flag that only switches something on is harmless.
bool takes_one_value(const FlagUse& use) {
  return use.flag != nullptr ? use.flag->takes_value() && !use.flag->repeats()
                             : !repeats(*use.field->shape);
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
      TRY(judge_choice(invocation.arguments[index - 1], argument));
    most = argument.arity == Arity::at_least_one ? no_limit : most + 1;
  }
  if (invocation.arguments.size() > most)
    return fail(unexpected_argument(invocation.arguments[most], invocation));
  return {};
}

// Silently dropping one of two values would drop the wrong one, or both were meant.
Status judge_repetitions(const FlagUses& uses) {
  for (const auto& use : uses) {
    const auto count = std::count_if(
        uses.begin(), uses.end(), [&](const FlagUse& other) { return other.name() == use.name(); });
    if (count > 1 && takes_one_value(use))
      return fail(
          Error::usage(fmt::format("{} takes one value but was given more than once", use.name()),
                       fmt::format("keep one {}", use.name())));
  }
  return {};
}

Error unexpected_argument(const std::string& word, const Invocation& invocation) {
  return Error::usage(fmt::format("unexpected argument '{}'", word),
                      hint_on_argument(word, invocation));
}

} // namespace mrctl::spec
