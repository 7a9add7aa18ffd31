#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/slip.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/body_file.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag.hpp"
#include "mrctl/spec/mistaken_word.hpp"
#include "mrctl/spec/setting.hpp"

#include "misuse.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace mrctl::spec {

namespace {

using Names = std::vector<std::string_view>;

Names own_flags(const Command& command) {
  Names names;
  std::ranges::transform(command.flags, std::back_inserter(names), &Flag::name);
  std::ranges::transform(field_flags(command.body_flags), std::back_inserter(names),
                         &FieldFlag::name);
  return names;
}

Names flags_of(const Command* command) {
  auto names = command == nullptr ? Names{} : own_flags(*command);
  std::ranges::transform(global_flags(), std::back_inserter(names), &Flag::name);
  return names;
}

bool has_flag(const Command& command, std::string_view name) {
  const auto names = own_flags(command);
  const bool is_letter = name.size() == 2;
  return contains(names, name) ||
         (is_letter && find_row(command.flags, &Flag::letter, name.back()) != nullptr);
}

std::string owners_of(std::string_view name) {
  std::vector<std::string> owners;
  for (const auto& command : commands())
    if (has_flag(command, name)) owners.push_back(command.name());
  return owners.empty() ? std::string()
                        : fmt::format("{} is a flag of {}", name, fmt::join(owners, ", "));
}

// "--model acme/tiny", where the model is an argument, and "-f presets/support.yaml".
std::string as_argument(const UnknownFlag& flag) {
  constexpr std::array<std::string_view, 7> of_files{
      "-f", "-d", "--file", "--filename", "--from-file", "--data", "--folder"};
  const auto& arguments = flag.command->arguments;
  const auto word = upper_case(flag.name.substr(std::min<std::size_t>(2, flag.name.size())));
  const auto* argument = find_row(arguments, &Argument::name, word);
  if (argument == nullptr && contains(of_files, flag.name))
    argument = find_row(arguments, &Argument::takes, Takes::preset_file);
  if (argument == nullptr) return {};
  return fmt::format("{} is an argument: mrctl {} {}", argument->name, flag.command->name(),
                     flag.value.empty() ? argument->name : flag.value);
}

std::string edit_of(const FieldFlag& field, std::string_view value) {
  const bool is_in_list = std::ranges::any_of(
      field.steps, [](const FlagStep& step) { return std::holds_alternative<ItemWith>(step); });
  if (is_in_list) return fmt::format("--set-json {}=JSON", field.field->name);
  const bool is_item = takes_items(*field.shape) && !value.empty() && !value.starts_with('[');
  if (is_item) return fmt::format(R"(--set-json '{}=["{}"]')", field.path, value);
  if (!is_scalar(field.shape->kind)) return fmt::format("--set-json {}=JSON", field.path);
  return fmt::format("--set {}={}", field.path, value.empty() ? "VALUE" : value);
}

// A field of the body, of a command that has --set but no flag for each field.
std::string as_edit(const UnknownFlag& flag) {
  if (!has_flag(*flag.command, "--set")) return {};
  const auto* field = find_row(field_flags(), &FieldFlag::name, flag.name);
  if (field == nullptr) return {};
  return fmt::format("use {}; only preset create has a flag for each field",
                     edit_of(*field, flag.value));
}

// The dashes, which all flags share, make none of them near.
std::string_view near_flag(std::string_view typed, Names names) {
  const auto bare = [](std::string_view name) {
    return name.substr(std::min(name.find_first_not_of('-'), name.size()));
  };
  for (const auto name : names)
    if (have_same_letters(name, typed)) return name;
  auto words = names;
  std::ranges::transform(words, words.begin(), bare);
  const auto near = nearest_word(bare(typed), words);
  const auto found = std::ranges::find(words, near);
  return near.empty() ? near : names[static_cast<std::size_t>(found - words.begin())];
}

std::string did_you_mean(std::string_view near) {
  return near.empty() ? std::string() : fmt::format("did you mean '{}'?", near);
}

std::string near_flag_of_others(const UnknownFlag& flag) {
  Names names;
  for (const auto& command : commands())
    append(names, own_flags(command));
  const auto near = near_flag(flag.name, names);
  return near.empty() ? std::string() : fmt::format("{} {}", did_you_mean(near), owners_of(near));
}

// "config set --base_url URL", where KEY is no flag.
std::string as_setting(const UnknownFlag& flag) {
  for (const auto& setting : setting_rows)
    if (have_same_letters(setting.key, flag.name))
      return fmt::format("KEY is no flag: mrctl {} {}{}", flag.command->name(), setting.key,
                         flag.value.empty() ? "" : " " + std::string(flag.value));
  return {};
}

// "--zdr", which is --provider-zdr, "--prefix", which is --slug-prefix, "--no-stream", which is
// --stream=false, and "--fallbacks false".
std::string by_ending(const UnknownFlag& flag) {
  constexpr std::string_view no = "--no-";
  const bool is_negated = flag.name.starts_with(no);
  const auto end = "-" + std::string(flag.name.substr(is_negated ? no.size() : 2));
  for (const auto& field : field_flags(flag.command->body_flags)) {
    const bool is_switch = field.shape->kind == ShapeKind::boolean;
    if (!field.name.ends_with(end) || (is_negated && !is_switch)) continue;
    return fmt::format(fmt::runtime(is_switch && (is_negated || flag.value == "false")
                                        ? "write {}=false"
                                        : "did you mean '{}'?"),
                       field.name);
  }
  for (const auto& own : flag.command->flags)
    if (!is_negated && own.name.ends_with(end))
      return fmt::format("did you mean '{}'?", own.name);
    else if (is_negated && own.name == "-" + end && !own.takes_value())
      return fmt::format(fmt::runtime(own.may_be_false()
                                          ? "write {}=false"
                                          : "leave it out: {} is off unless you add it"),
                         own.name);
  return {};
}

// "emulator --port 8080", without a verb.
std::string behind_noun(const UnknownFlag& flag) {
  for (const auto& command : commands()) {
    if (command.noun != flag.noun) continue;
    if (has_flag(command, flag.name))
      return fmt::format("name a command first: mrctl {} {}", command.name(), flag.name);
    const auto advice = advice_on_flag(flag.name, &command);
    if (!advice.empty() && owners_of(flag.name).empty())
      return fmt::format("name a command first, such as 'mrctl {}', and {}", command.name(),
                         advice);
  }
  return {};
}

// The way out if nothing is near.
std::string list_of_flags(const UnknownFlag& flag) {
  constexpr std::size_t most_named = 16;
  const auto* command = flag.command;
  if (command == nullptr) return "'mrctl --help' lists the global flags";
  if (command->body_flags != BodyFlags::no)
    return fmt::format("--set NAME=VALUE sets any member; 'mrctl {} --help' lists the flags",
                       command->name());
  const auto names = own_flags(*command);
  if (names.empty())
    return fmt::format("'{}' has only global flags, which 'mrctl --help' lists", command->name());
  return fmt::format("the flags of '{}' are {}", command->name(), listed(names, most_named));
}

using Unknown = const UnknownFlag&;
using At = UnknownFlag::Place;

constexpr std::array<Slip<UnknownFlag>, 13> slips_of_flags{{
    {At::command, [](Unknown flag) { return has_flag(*flag.command, flag.name); },
     [](Unknown flag) {
       return fmt::format("put it after the command: mrctl {} {} …", flag.command->name(),
                          flag.name);
     }},
    {At::anywhere, [](Unknown flag) { return has_body_ending(flag.name); },
     [](Unknown flag) { return fmt::format("if it is a file, write ./{}", flag.name); }},
    {At::command, nullptr, as_argument},
    {At::config, nullptr, as_setting},
    {At::noun, nullptr, behind_noun},
    {At::anywhere, nullptr, [](Unknown flag) { return advice_on_flag(flag.name, flag.command); }},
    {At::command, [](Unknown flag) { return flag.name.starts_with("--"); }, by_ending},
    {At::command, nullptr, as_edit},
    {At::anywhere, nullptr, [](Unknown flag) { return owners_of(flag.name); }},
    {At::anywhere, nullptr,
     [](Unknown flag) { return did_you_mean(near_flag(flag.name, flags_of(flag.command))); }},
    {At::config, // "config set credential_command sh -c …"
     [](Unknown flag) { return flag.command->has_argument(Takes::setting_value); },
     [](Unknown flag) {
       return fmt::format("if it belongs to the value, put '--' first: mrctl {} -- KEY VALUE",
                          flag.command->name());
     }},
    {At::anywhere, nullptr, near_flag_of_others},
    {At::anywhere, nullptr, list_of_flags},
}};
static_assert(cover_places(slips_of_flags, At::config));

bool has_one_dash(std::string_view word) {
  return word.size() > 2 && word[0] == '-' && word[1] != '-';
}

} // namespace

// A long flag with one dash too few may be one of other programs as it is.
Error unknown_flag(const UnknownFlag& flag) {
  const auto what = fmt::format("unknown flag '{}'", flag.name);
  if (!has_one_dash(flag.name) || has_body_ending(flag.name))
    return Error::usage(what, answer_to(flag, slips_of_flags));
  const auto name = fmt::format("-{}", flag.name);
  if (name == "--target" && contains(flags_of(flag.command), name))
    return Error::usage(what,
                        "--target NAME names a target of mrctl.toml; a preset is an argument, "
                        "named by its file");
  if (contains(flags_of(flag.command), name))
    return Error::usage(what, fmt::format("long flags have two dashes: {}", name));
  auto advice = advice_on_flag(flag.name, flag.command);
  auto meant = flag;
  meant.name = name;
  return Error::usage(what, advice.empty() ? answer_to(meant, slips_of_flags) : std::move(advice));
}

bool lacks_a_dash(std::string_view word, const Command* command) {
  if (!has_one_dash(word)) return false;
  const auto name = fmt::format("-{}", word.substr(0, word.find('=')));
  return contains(flags_of(command), name) || !advice_on_flag(name, command).empty();
}

namespace {

Error unknown(std::string_view name, std::string hint) {
  return Error::usage(fmt::format("unknown command '{}'", name), std::move(hint));
}

std::string as_first_argument(std::string_view word, std::string_view noun) {
  const auto* command = command_taking(word, noun);
  return command == nullptr ? std::string()
                            : fmt::format("did you mean 'mrctl {} {}'?", command->name(), word);
}

// Verbs that mean a list if the noun behind them is in the plural.
constexpr std::array<std::string_view, 4> verbs_of_one{"get", "show", "view", "describe"};

// "get presets": the noun may be misspelt, too.
std::string with_noun_first(std::string_view verb, std::string_view noun) {
  const auto meant = is_noun(noun) ? noun : nearest_word(noun, nouns());
  if (meant.empty() || meant == verb) return {};
  const bool is_of_many = meant != noun && noun.ends_with('s') && contains(verbs_of_one, verb);
  const auto* const list = is_of_many ? find_command(meant, "list") : nullptr;
  if (find_command(meant, verb) != nullptr)
    return fmt::format("the noun comes first: {}mrctl {} {}",
                       list == nullptr ? "" : fmt::format("mrctl {}, or ", list->name()), meant,
                       verb);
  auto hint = advice_on_verb(meant, is_of_many ? "list" : verb);
  return hint.empty() ? advice_on_noun(verb) : hint;
}

// "--profile preset check": a flag has taken the noun.
std::string on_lost_noun(const UnknownCommand& unknown, std::size_t place) {
  const auto& words = unknown.arguments;
  if (place < 2 || !is_noun(words[place - 1])) return {};
  const auto& flag = words[place - 2];
  const auto* row = find_row(global_flags(), &Flag::name, flag);
  if (row == nullptr || !row->takes_value()) return {};
  return fmt::format("{0} took '{1}' as its value: write {0} {2} {1} {3}", flag, words[place - 1],
                     row->value_name, unknown.word);
}

// "state rm", where the noun of the first word is missing and the second is a verb of other tools.
std::string on_second_verb(std::string_view verb, std::string_view word) {
  for (const auto& command : commands())
    if (command.verb == verb)
      if (auto advice = advice_at(command, word); !advice.empty()) return advice;
  return {};
}

// A word where a command should be, and the one behind it.
struct WordOfCommand {
  // The error is about a word and the next one, about the word alone, or about one behind a noun.
  enum class Place : std::uint8_t { both, first, verb };

  Place place;
  std::string_view text;
  std::string_view next;
  std::string_view noun{};

  [[nodiscard]] bool is_at(Place other) const { return place == other; }
};

using Typed = const WordOfCommand&;
using Of = WordOfCommand::Place;

constexpr std::array<Slip<WordOfCommand>, 9> slips_of_commands{{
    {Of::both, nullptr, [](Typed word) { return with_noun_first(word.text, word.next); }},
    {Of::both, nullptr, [](Typed word) { return on_second_verb(word.text, word.next); }},
    {Of::both, // "presets list"
     [](Typed word) {
       return advice_on_noun(word.text).empty() && command_taking(word.text, {}) == nullptr;
     },
     [](Typed word) { return advice_on_verb(nearest_word(word.text, nouns()), word.next); }},
    {Of::first, nullptr, [](Typed word) { return advice_on_noun(word.text); }},
    {Of::first, nullptr, [](Typed word) { return as_first_argument(word.text, {}); }},
    {Of::first, nullptr,
     [](Typed word) {
       const auto near = nearest_commands(word.text);
       return near.empty() ? std::string("run 'mrctl --help' for the list of commands")
                           : fmt::format("did you mean '{}'?", fmt::join(near, "' or '"));
     }},
    {Of::verb, [](Typed word) { return word.noun == "preset" && has_body_ending(word.next); },
     [](Typed word) {
       const auto advice = advice_in(WordPlace::preset_file, word.text);
       return advice.empty() ? advice : fmt::format("{} {}", advice, word.next);
     }},
    {Of::verb, nullptr, [](Typed word) { return advice_on_verb(word.noun, word.text); }},
    {Of::verb, nullptr, [](Typed word) { return as_first_argument(word.text, word.noun); }},
}};
static_assert(cover_places(slips_of_commands, Of::verb));

Error without_noun(const UnknownCommand& given, std::size_t place, std::string_view next) {
  if (auto hint = on_lost_noun(given, place); !hint.empty())
    return unknown(given.word, std::move(hint));
  if (!next.empty())
    if (auto hint = answer_to(WordOfCommand{Of::both, given.word, next}, slips_of_commands);
        !hint.empty())
      return unknown(fmt::format("{} {}", given.word, next), std::move(hint));
  return unknown(given.word,
                 answer_to(WordOfCommand{Of::first, given.word, next}, slips_of_commands));
}

} // namespace

std::string list_of_verbs(std::string_view noun) {
  std::string verbs;
  for (const auto& command : commands())
    if (command.noun == noun) verbs += (verbs.empty() ? "" : ", ") + std::string(command.verb);
  return verbs;
}

Error unknown_command(const UnknownCommand& given) {
  const auto& [word, noun, words] = given;
  const auto at = std::ranges::find(words, word);
  const auto place = static_cast<std::size_t>(at - words.begin());
  const auto next = place + 1 < words.size() ? std::string_view(words[place + 1]) : "";
  if (noun.empty()) return without_noun(given, place, next);
  if (std::ranges::find(words, noun) > at)
    if (auto hint = with_noun_first(word, noun); !hint.empty())
      return unknown(fmt::format("{} {}", word, noun), std::move(hint));
  const auto name = fmt::format("{} {}", noun, word);
  if (auto hint = answer_to(WordOfCommand{Of::verb, word, next, noun}, slips_of_commands);
      !hint.empty())
    return unknown(name, std::move(hint));
  return Error::unknown_word("command", name, nearest_command(noun, word),
                             fmt::format("'{}' needs one of {}", noun, list_of_verbs(noun)));
}

} // namespace mrctl::spec
