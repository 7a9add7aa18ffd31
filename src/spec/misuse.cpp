#include "misuse.hpp"

#include "mrctl/base/duration.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/slip.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag.hpp"
#include "mrctl/spec/identifiers.hpp"
#include "mrctl/spec/mistaken_word.hpp"
#include "mrctl/spec/setting.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace mrctl::spec {

namespace {

// A word behind the arguments of a command.
struct ExtraWord {
  enum class Place : std::uint8_t { anywhere, api, login, create, with_body, without_arguments };

  const std::string& word;
  const Invocation& invocation;

  [[nodiscard]] const Command& command() const { return *invocation.command; }
  [[nodiscard]] bool is_at(Place place) const {
    switch (place) {
    case Place::api:
      return command().name() == "api";
    case Place::login:
      return command().name() == "auth login";
    case Place::create:
      return command().name() == "preset create";
    case Place::with_body:
      return contains(command().flags, FlagMember(&FlagValues::body), &Flag::member);
    case Place::without_arguments:
      return command().arguments.empty();
    case Place::anywhere:
      break;
    }
    return true;
  }
};

std::string hint_on_body(const ExtraWord& extra) {
  if (extra.word.starts_with('{')) return "it is a body: pipe it in with --body -";
  return has_body_ending(extra.word) ? fmt::format("did you mean --body {}?", extra.word)
                                     : std::string();
}

// A shell makes several words of "--presets presets/*.yaml".
std::string hint_on_files(const ExtraWord& extra) {
  for (const auto& flag : extra.command().flags) {
    const auto* member = std::get_if<FlagValueMember>(&flag.member);
    if (member != nullptr && flag.repeats() && is_file(flag.takes) &&
        is_given(extra.invocation.flags, *member))
      return fmt::format("repeat {} for each file, or name their folder", flag.name);
  }
  return {};
}

// "write mrctl preset create SLUG; run it once for each".
std::string how_to_repeat(const Command& command) {
  std::string names;
  for (const auto& argument : command.arguments)
    names += (names.empty() ? "" : " ") + std::string(argument.name);
  if (!names.empty())
    return fmt::format("write mrctl {} {}; run it once for each", command.name(), names);
  return examples_of(command).count == 0
             ? fmt::format("'{}' takes no argument", command.name())
             : fmt::format("'{}' takes no argument, for example: {}", command.name(),
                           examples_of(command)[0].command);
}

const FieldFlag* field_flag(const Command& command, std::string_view name) {
  return find_row(field_flags(command.body_flags), &FieldFlag::name, name);
}

// Returns whether it is a flag of a text, which the shell may have split: "--system You are brief".
bool takes_text(const Command& command, std::string_view name) {
  const auto* flag = find_row(command.flags, &Flag::name, name);
  const auto* field = field_flag(command, name);
  return (flag != nullptr &&
          (flag->takes == Takes::text_or_file || flag->takes == Takes::message)) ||
         (field != nullptr && field->shape->kind == ShapeKind::string);
}

// A flag in front of the word that takes no value, or has one already.
std::string hint_on_words_before(const ExtraWord& extra) {
  const auto& word = extra.word;
  const auto& words = extra.invocation.words;
  const auto& command = extra.command();
  const auto at = std::ranges::find(words, word);
  if (at == words.end() || at == words.begin()) return {};
  const auto& before = *(at - 1);
  const bool is_word = word == "true" || word == "false" || word == "null";
  if (const auto* field = field_flag(command, before); field != nullptr || is_word) {
    const bool is_no = word == "no" || word == "off" || word == "0" || word == "false";
    return fmt::format("write the value of a flag after '=', as in {}={}",
                       field == nullptr ? "--stream" : field->name,
                       word == "null" ? "null"
                       : is_no        ? "false"
                                      : "true");
  }
  if (at - 1 == words.begin()) return {};
  if (takes_text(command, *(at - 2)))
    return fmt::format("put the text in quotes: {} '{} {} …'", *(at - 2), before, word);
  const auto* flag = find_row(command.flags, &Flag::name, *(at - 2));
  if (flag == nullptr || !flag->repeats()) return {};
  if (flag->value_name.find('=') != std::string_view::npos && before.find('=') == before.npos)
    return fmt::format("put '=' in between: {} {}={}", flag->name, before, word);
  return fmt::format("repeat the flag: {0} {1} {0} {2}", flag->name, before, word);
}

// "api GET models acme/tiny" and "api GET /models limit=3".
std::string hint_on_rest_of_path(const ExtraWord& extra) {
  const auto& [word, invocation] = extra;
  const auto& arguments = invocation.arguments;
  if (arguments.size() < 2) return {};
  const auto& path = arguments[1];
  const auto whole = fmt::format("{}{}", path.starts_with('/') ? "" : "/", path);
  if (word.find('=') == word.npos) return fmt::format("write one path: {}/{}", whole, word);
  const auto* mark = whole.find('?') == whole.npos ? "?" : "&";
  return fmt::format("write query parameters into the path: '{}{}{}'", whole, mark, word);
}

// "--timeout 500 ms".
std::string hint_on_unit(const ExtraWord& extra) {
  const auto& [word, invocation] = extra;
  const auto at = std::ranges::find(invocation.words, word);
  if (at == invocation.words.begin() || word.empty() || !is_letter(word.front())) return {};
  const auto duration = *(at - 1) + word;
  return parse_duration(duration) ? fmt::format("write it without a space: {}", duration)
                                  : std::string();
}

std::string hint_on_login(const ExtraWord& extra) {
  const auto& word = extra.word;
  constexpr std::size_t longest = 24; // a key is longer
  const bool is_name = word.size() <= longest && std::ranges::all_of(word, is_letter);
  return is_name ? fmt::format("--profile {} chooses a profile; a key is piped in, as in 'mrctl "
                               "auth login < FILE'",
                               word)
                 : "no argument takes a key: pipe it in, as in 'mrctl auth login < FILE'";
}

using Extra = const ExtraWord&;
using After = ExtraWord::Place;

constexpr std::array<Slip<ExtraWord>, 15> slips_of_arguments{{
    {After::anywhere,
     [](Extra extra) { return extra.word.starts_with('.') && extra.invocation.flags.quiet; },
     [](Extra extra) {
       return fmt::format("-q prints fewer notes and takes no value: did you mean --jq '{}'?",
                          extra.word);
     }},
    {After::anywhere, // "--json slug,status"
     [](Extra extra) {
       const auto& words = extra.invocation.words;
       const auto at = std::ranges::find(words, extra.word);
       return at != words.begin() && at != words.end() && *(at - 1) == "--json" &&
              is_alphanumeric(extra.word, "_,");
     },
     [](Extra extra) {
       return fmt::format("--json takes no names: --jq 'map({{{}}})' selects members of a list",
                          fmt::join(split_names(extra.word), ", "));
     }},
    {After::api, nullptr, hint_on_rest_of_path},
    {After::anywhere, nullptr, hint_on_unit},
    {After::anywhere, [](Extra extra) { return !extra.invocation.arguments.empty(); },
     [](Extra extra) { // "completion install zsh"
       return advice_at(extra.command(), extra.invocation.arguments.front());
     }},
    {After::anywhere, nullptr, hint_on_files},
    {After::anywhere, nullptr, hint_on_words_before},
    {After::with_body, nullptr, hint_on_body},
    {After::with_body, [](Extra extra) { return is_model_id(extra.word); },
     [](Extra extra) { return fmt::format("did you mean --model {}?", extra.word); }},
    {After::create, nullptr,
     [](Extra extra) {
       return fmt::format("a slug has no spaces: {}-{}", extra.invocation.arguments.front(),
                          extra.word);
     }},
    {After::login, nullptr, hint_on_login},
    {After::anywhere, nullptr,
     [](Extra extra) {
       const auto& arguments = extra.command().arguments;
       return advice_on_word(extra.word, arguments.empty() ? Takes::text : arguments[0].takes,
                             extra.command());
     }},
    {After::without_arguments, [](Extra extra) { return extra.command().name() == "byok list"; },
     [](Extra extra) {
       return fmt::format("'byok list' takes no argument: --jq '.[] | select(.provider == \"{}\")'",
                          extra.word);
     }},
    {After::without_arguments, [](Extra extra) { return extra.command().noun == "auth"; },
     [](Extra extra) {
       return fmt::format("'{}' takes no argument; --profile NAME chooses a profile",
                          extra.command().name());
     }},
    {After::anywhere, nullptr, [](Extra extra) { return how_to_repeat(extra.command()); }},
}};
static_assert(cover_places(slips_of_arguments, After::without_arguments));

bool is_choice(const std::string& word, const Argument& argument) {
  return std::any_of(
      argument.choices.begin(), argument.choices.end(),
      [&](std::string_view choice) { return lower_case(choice) == lower_case(word); });
}

// A word that resembles a choice is a typo; anything else is left to the command.
Status judge_choice(const std::string& word, const Argument& argument, const Command& command) {
  if (is_choice(word, argument) || !advice_at(command, word).empty()) return {};
  const auto near = nearest_in(word, argument.choices);
  if (near.empty()) return {};
  return fail(Error::unknown_word(lower_case(argument.name), word, near));
}

// "api models/acme/tiny" is a path without its method.
std::string hint_on_missing(const Command& command, const std::vector<std::string>& arguments) {
  const bool lacks_first_choice = arguments.size() == 1 && !command.arguments[0].choices.empty() &&
                                  arguments.front().find('/') != std::string::npos;
  const auto* slash = lacks_first_choice && arguments.front().front() != '/' ? "/" : "";
  if (lacks_first_choice)
    return fmt::format("did you mean 'mrctl {} {} {}{}'?", command.name(),
                       command.arguments[0].choices[0], slash, arguments.front());
  const auto* setting = arguments.size() == 1 ? find_setting(arguments.front()) : nullptr;
  if (setting != nullptr && !setting->fallback.empty())
    return fmt::format("for example: mrctl {} {} {}", command.name(), setting->key,
                       setting->fallback);
  if (const auto equals = arguments.empty() ? std::string::npos : arguments.back().find('=');
      equals != std::string::npos)
    return fmt::format("write a space instead of '=': mrctl {} {} {}", command.name(),
                       arguments.back().substr(0, equals), arguments.back().substr(equals + 1));
  return examples_of(command).count == 0
             ? how_to_repeat(command)
             : fmt::format("for example: {}", examples_of(command)[0].command);
}

// Repeating a flag that only switches something on is harmless.
bool takes_one_value(const FlagUse& use) {
  return use.flag != nullptr ? use.flag->takes_value() && !use.flag->repeats()
                             : !repeats(*use.field->shape);
}

} // namespace

bool runs_mrctl(const Invocation& invocation) {
  if (invocation.command == nullptr || !invocation.command->has_argument(Takes::command) ||
      invocation.arguments.empty())
    return false;
  const std::string_view program = invocation.arguments.front();
  return after_last(program, "/") == "mrctl";
}

// "emulator exec mrctl … -o name": the flags behind COMMAND would not be its own.
Status judge_words_of_command(const Invocation& invocation) {
  const auto& words = invocation.words;
  if (!invocation.command->has_argument(Takes::command) || contains(words, "--") ||
      invocation.arguments.empty())
    return {};
  const auto begin = std::ranges::find(words, invocation.arguments.front());
  const auto flag = std::find_if(begin, words.end(),
                                 [](const std::string& word) { return word.starts_with('-'); });
  if (flag == words.end()) return {};
  return fail(Error::usage(
      fmt::format("{} after {} would be a flag of '{}'", *flag, *begin, invocation.command->name()),
      fmt::format("put -- in front of the command: mrctl {} -- {} …", invocation.command->name(),
                  *begin)));
}

Status judge_arguments(const Invocation& invocation) {
  const auto& command = *invocation.command;
  std::size_t most_arguments = 0;
  std::size_t index = 0;
  for (const auto& argument : command.arguments) {
    if (index++ >= invocation.arguments.size() && !argument.is_optional)
      return fail(Error::usage(
          fmt::format("'{}' needs {}: {}", command.name(), argument.name, argument.help),
          hint_on_missing(command, invocation.arguments)));
    if (index <= invocation.arguments.size())
      TRY(judge_choice(invocation.arguments[index - 1], argument, command));
    most_arguments = argument.arity == Arity::at_least_one ? no_limit : most_arguments + 1;
  }
  if (invocation.arguments.size() > most_arguments)
    return fail(unexpected_argument(invocation.arguments[most_arguments], invocation));
  for (std::size_t i = 0; i < invocation.arguments.size(); ++i) {
    const auto& argument = command.arguments[std::min(i, command.arguments.count - 1)];
    if (is_path(argument.takes)) TRY(require_expanded(argument.name, invocation.arguments[i]));
  }
  return {};
}

// Silently dropping one of two values would drop the wrong one, or both were meant.
Status judge_repetitions(const FlagUses& uses) {
  const auto plural_of = [](const FlagUse& use) {
    return use.field == nullptr
               ? nullptr
               : find_row(field_flags(), &FieldFlag::name, fmt::format("{}s", use.name()));
  };
  for (const auto& use : uses) {
    const auto count = std::count_if(
        uses.begin(), uses.end(), [&](const FlagUse& other) { return other.name() == use.name(); });
    if (count > 1 && takes_one_value(use))
      return fail(Error::usage(
          fmt::format("{} takes one value but was given more than once", use.name()),
          use.flag != nullptr && use.flag->value_name.find(',') != std::string_view::npos
              ? fmt::format("write one {} {}", use.name(), use.flag->value_name)
          : plural_of(use) != nullptr
              ? fmt::format("keep one {}, or use {} for each", use.name(), plural_of(use)->name)
              : fmt::format("keep one {}", use.name())));
  }
  return {};
}

// The choices, or an example by what the flag takes.
std::string example_of(const Flag& flag) {
  if (flag.choices.count > 0) return fmt::format("one of {}", fmt::join(flag.choices, ", "));
  const auto example_of_kind = kind_of(flag.takes).example;
  if (!example_of_kind.empty()) return fmt::format("for example {} {}", flag.name, example_of_kind);
  for (const auto& command : commands())
    for (const auto& example : examples_of(command))
      if (example.command.find(fmt::format(" {} ", flag.name)) != std::string_view::npos)
        return fmt::format("for example: {}", example.command);
  return {};
}

std::string example_of(const FieldFlag& flag) {
  const auto& choices = flag.shape->choices;
  if (choices.count > 0) return fmt::format("one of {}", fmt::join(choices, ", "));
  return flag.path == flag.field->name
             ? fmt::format("for example {}={}", flag.name, trimmed(flag.field->example, "\""))
             : std::string();
}

std::string advice_on_split_value(const std::string& word, const Invocation& invocation) {
  return hint_on_words_before({word, invocation});
}

Error unexpected_argument(const std::string& word, const Invocation& invocation) {
  return Error::usage(fmt::format("unexpected argument '{}'", word),
                      answer_to(ExtraWord{word, invocation}, slips_of_arguments));
}

} // namespace mrctl::spec
