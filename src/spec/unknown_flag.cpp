#include "unknown_flag.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/base/table.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/advice.hpp"
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
