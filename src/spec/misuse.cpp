#include "misuse.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <string>
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
  for (std::size_t i = 0; i < invocation.arguments.size(); ++i) {
    const auto& argument = command.arguments[std::min(i, command.arguments.count - 1)];
    if (is_path(argument.takes)) TRY(require_expanded(argument.name, invocation.arguments[i]));
  }
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

namespace {

using Names = std::vector<std::string_view>;

// The flags of the command alone.
Names own_flags(const Command& command) {
  Names names;
  std::ranges::transform(command.flags, std::back_inserter(names), &Flag::name);
  if (command.body_flags == BodyFlags::yes)
    std::ranges::transform(field_flags(), std::back_inserter(names), &FieldFlag::name);
  return names;
}

Names flags_of(const Command* command) {
  auto names = command == nullptr ? Names{} : own_flags(*command);
  std::ranges::transform(global_flags(), std::back_inserter(names), &Flag::name);
  return names;
}

Names all_flags() {
  Names names;
  for (const auto& command : commands())
    std::ranges::move(own_flags(command), std::back_inserter(names));
  return names;
}

bool has_flag(const Command& command, std::string_view name) {
  const auto names = own_flags(command);
  const bool is_letter = name.size() == 2;
  return std::find(names.begin(), names.end(), name) != names.end() ||
         (is_letter && find_row(command.flags, &Flag::letter, name.back()) != nullptr);
}

std::string owners_of(std::string_view name) {
  std::vector<std::string> owners;
  for (const auto& command : commands())
    if (has_flag(command, name)) owners.push_back(command.name());
  return owners.empty() ? std::string()
                        : fmt::format("{} is a flag of {}", name, fmt::join(owners, ", "));
}

// "--model acme/tiny", where the model is an argument.
std::string as_argument(const UnknownFlag& flag) {
  const auto word = upper_case(flag.name.substr(std::min<std::size_t>(2, flag.name.size())));
  const auto* argument =
      flag.command == nullptr ? nullptr : find_row(flag.command->arguments, &Argument::name, word);
  if (argument == nullptr) return {};
  const auto value = flag.value.empty() ? word : std::string(flag.value);
  return fmt::format("{} is an argument: mrctl {} {}", word, flag.command->name(), value);
}

bool is_item_of_a_list(const FieldFlag& field) {
  return std::any_of(field.steps.begin(), field.steps.end(),
                     [](const FlagStep& step) { return std::holds_alternative<ItemWith>(step); });
}

std::string edit_of(const FieldFlag& field, std::string_view value) {
  if (is_item_of_a_list(field)) return fmt::format("--set-json {}=JSON", field.field->name);
  const bool is_item = takes_items(*field.shape) && !value.empty() && !value.starts_with('[');
  if (is_item) return fmt::format(R"(--set-json '{}=["{}"]')", field.path, value);
  if (!is_scalar(field.shape->kind)) return fmt::format("--set-json {}=JSON", field.path);
  return fmt::format("--set {}={}", field.path, value.empty() ? "VALUE" : value);
}

// A field of the body, of a command that has --set but no flag for each field.
std::string as_edit(const UnknownFlag& flag) {
  if (flag.command == nullptr || !has_flag(*flag.command, "--set")) return {};
  const auto* field = find_row(field_flags(), &FieldFlag::name, flag.name);
  if (field == nullptr) return {};
  return fmt::format("use {}; only preset create and preset explain have a flag for each field",
                     edit_of(*field, flag.value));
}

std::string near_flag_of_others(const UnknownFlag& flag) {
  const auto near = nearest_word(flag.name, all_flags());
  return near.empty() ? std::string() : fmt::format("did you mean '{}'? {}", near, owners_of(near));
}

// "config set credential_command sh -c …"
bool takes_any_words(const Command* command) {
  return command != nullptr &&
         find_row(command->arguments, &Argument::takes, Takes::setting_value) != nullptr;
}

std::string hint_on(const UnknownFlag& flag) {
  if (auto hint = as_argument(flag); !hint.empty()) return hint;
  if (const auto advice = advice_on_flag(flag.name, flag.command); !advice.empty())
    return std::string(advice);
  if (auto hint = as_edit(flag); !hint.empty()) return hint;
  if (auto owners = owners_of(flag.name); !owners.empty()) return owners;
  if (const auto near = nearest_word(flag.name, flags_of(flag.command)); !near.empty())
    return fmt::format("did you mean '{}'?", near);
  if (takes_any_words(flag.command))
    return fmt::format("if it belongs to the value, put '--' first: mrctl {} -- KEY VALUE",
                       flag.command->name());
  if (auto hint = near_flag_of_others(flag); !hint.empty()) return hint;
  const auto place = flag.command == nullptr ? std::string() : " " + flag.command->name();
  return fmt::format("run 'mrctl{} --help'", place);
}

} // namespace

Error unknown_flag(const UnknownFlag& flag) {
  return Error::usage(fmt::format("unknown flag '{}'", flag.name), hint_on(flag));
}

} // namespace mrctl::spec
