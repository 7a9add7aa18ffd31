#include "unknown_flag.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/nearest.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/field.hpp"
#include "mrctl/spec/flag.hpp"
#include "mrctl/spec/setting.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <variant>
#include <vector>

namespace mrctl::spec {

namespace {

using Names = std::vector<std::string_view>;

// The flags of the command alone.
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

Names all_flags() {
  Names names;
  for (const auto& command : commands())
    append(names, own_flags(command));
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
  if (flag.command == nullptr) return {};
  const auto& arguments = flag.command->arguments;
  const auto word = upper_case(flag.name.substr(std::min<std::size_t>(2, flag.name.size())));
  const auto* argument = find_row(arguments, &Argument::name, word);
  if (argument == nullptr && contains(of_files, flag.name))
    argument = find_row(arguments, &Argument::takes, Takes::preset_file);
  if (argument == nullptr) return {};
  return fmt::format("{} is an argument: mrctl {} {}", argument->name, flag.command->name(),
                     flag.value.empty() ? argument->name : flag.value);
}

bool is_item_of_a_list(const FieldFlag& field) {
  return std::ranges::any_of(
      field.steps, [](const FlagStep& step) { return std::holds_alternative<ItemWith>(step); });
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

std::string near_flag_of_others(const UnknownFlag& flag) {
  const auto near = near_flag(flag.name, all_flags());
  return near.empty() ? std::string() : fmt::format("did you mean '{}'? {}", near, owners_of(near));
}

// "config set credential_command sh -c …"
bool takes_any_words(const Command* command) {
  return command != nullptr &&
         find_row(command->arguments, &Argument::takes, Takes::setting_value) != nullptr;
}

// "config set --base_url URL", where KEY is no flag.
std::string as_setting(const UnknownFlag& flag) {
  if (flag.command == nullptr || flag.command->noun != "config") return {};
  for (const auto& setting : setting_rows)
    if (have_same_letters(setting.key, flag.name))
      return fmt::format("KEY is no flag: mrctl {} {}{}", flag.command->name(), setting.key,
                         flag.value.empty() ? "" : " " + std::string(flag.value));
  return {};
}

// "--zdr", which is --provider-zdr, and "--fallbacks false".
std::string as_member(const UnknownFlag& flag) {
  if (flag.command == nullptr) return {};
  const auto end = flag.name.substr(1);
  for (const auto& field : field_flags(flag.command->body_flags))
    if (flag.name.starts_with("--") && field.name.ends_with(end))
      return field.shape->kind == ShapeKind::boolean && flag.value == "false"
                 ? fmt::format("write {}=false", field.name)
                 : fmt::format("did you mean '{}'?", field.name);
  return {};
}

// "--no-stream", which is --stream=false.
std::string as_negation(const UnknownFlag& flag) {
  constexpr std::string_view no = "--no-";
  if (!flag.name.starts_with(no) || flag.command == nullptr) return {};
  const auto end = fmt::format("-{}", flag.name.substr(no.size()));
  const auto name = "-" + end;
  for (const auto& field : field_flags(flag.command->body_flags))
    if (field.shape->kind == ShapeKind::boolean && field.name.ends_with(end))
      return fmt::format("write {}=false", field.name);
  const auto* own = find_row(flag.command->flags, &Flag::name, name);
  if (own == nullptr || own->takes_value()) return {};
  return own->may_be_false() ? fmt::format("write {}=false", name)
                             : fmt::format("leave it out: {} is off unless you add it", name);
}

// "emulator --port 8080", without a verb.
std::string behind_noun(const UnknownFlag& flag) {
  for (const auto& command : commands()) {
    if (flag.noun.empty() || command.noun != flag.noun) continue;
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
std::string list_of_flags(const Command* command) {
  constexpr std::size_t most = 16;
  if (command == nullptr) return "'mrctl --help' lists the global flags";
  if (command->body_flags != BodyFlags::no)
    return fmt::format("--set NAME=VALUE sets any member; 'mrctl {} --help' lists the flags",
                       command->name());
  const auto names = own_flags(*command);
  if (names.empty())
    return fmt::format("'{}' has only global flags, which 'mrctl --help' lists", command->name());
  return fmt::format("the flags of '{}' are {}", command->name(), listed(names, most));
}

std::string hint_on(const UnknownFlag& flag) {
  if (flag.command != nullptr && has_flag(*flag.command, flag.name))
    return fmt::format("put it after the command: mrctl {} {} …", flag.command->name(), flag.name);
  if (auto hint = as_argument(flag); !hint.empty()) return hint;
  if (auto hint = as_setting(flag); !hint.empty()) return hint;
  if (auto hint = behind_noun(flag); !hint.empty()) return hint;
  if (const auto advice = advice_on_flag(flag.name, flag.command); !advice.empty())
    return std::string(advice);
  if (auto hint = as_negation(flag); !hint.empty()) return hint;
  if (auto hint = as_edit(flag); !hint.empty()) return hint;
  if (auto owners = owners_of(flag.name); !owners.empty()) return owners;
  if (auto hint = as_member(flag); !hint.empty()) return hint;
  if (const auto near = near_flag(flag.name, flags_of(flag.command)); !near.empty())
    return fmt::format("did you mean '{}'?", near);
  if (takes_any_words(flag.command))
    return fmt::format("if it belongs to the value, put '--' first: mrctl {} -- KEY VALUE",
                       flag.command->name());
  if (auto hint = near_flag_of_others(flag); !hint.empty()) return hint;
  return list_of_flags(flag.command);
}

bool has_one_dash(std::string_view word) {
  return word.size() > 2 && word[0] == '-' && word[1] != '-';
}

} // namespace

Error unknown_flag(const UnknownFlag& flag) {
  const auto what = fmt::format("unknown flag '{}'", flag.name);
  if (!has_one_dash(flag.name)) return Error::usage(what, hint_on(flag));
  const auto name = fmt::format("-{}", flag.name);
  const auto known = flags_of(flag.command);
  if (contains(known, name))
    return Error::usage(what, fmt::format("long flags have two dashes: {}", name));
  if (const auto advice = advice_on_flag(flag.name, flag.command); !advice.empty())
    return Error::usage(what, std::string(advice));
  auto meant = flag;
  meant.name = name;
  return Error::usage(what, hint_on(meant));
}

bool lacks_a_dash(std::string_view word, const Command* command) {
  if (!has_one_dash(word)) return false;
  const auto name = fmt::format("-{}", word.substr(0, word.find('=')));
  const auto known = flags_of(command);
  return contains(known, name) || !advice_on_flag(name, command).empty();
}

} // namespace mrctl::spec
