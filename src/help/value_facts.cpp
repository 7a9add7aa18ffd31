#include "mrctl/help/value_facts.hpp"

#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/spec/flag.hpp"
#include "mrctl/spec/shape.hpp"

#include "value_kinds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace mrctl::help {

namespace {

using spec::ShapeKind;

FlagFacts facts_of(const spec::Flag& flag) {
  FlagFacts facts;
  facts.name = flag.name;
  facts.letter = flag.letter;
  facts.value_name = flag.value_name;
  facts.repeats = flag.repeats();
  facts.help = flag.help;
  facts.choices.assign(flag.choices.begin(), flag.choices.end());
  facts.fallback = flag.fallback;
  facts.takes = flag.takes;
  return facts;
}

// The name of a field's values, by their shape.

std::string kind_name(const spec::Shape& shape) {
  if (const auto* object = object_of_word(shape)) return upper_case(object->tag) + "|JSON";
  if (spec::takes_pairs(shape)) return "KEY=VALUE";
  switch (shape.kind) {
  case ShapeKind::boolean:
    return "true|false";
  case ShapeKind::integer:
  case ShapeKind::number:
    return "N";
  case ShapeKind::object:
  case ShapeKind::tagged:
    return "JSON";
  case ShapeKind::list:
    return spec::takes_items(shape) ? "VALUE" : "JSON";
  default:
    return "VALUE";
  }
}

FlagFacts facts_of(const spec::FieldFlag& flag) {
  const auto& shape = *flag.shape;
  FlagFacts facts;
  facts.name = flag.name;
  facts.value_name = kind_name(shape) + (shape.nullable ? "|null" : "");
  facts.field = &flag;
  facts.is_value_optional = shape.kind == ShapeKind::boolean;
  facts.repeats = spec::repeats(shape);
  facts.help = spec::flag_help(flag.help, shape.deprecation);
  facts.choices = choices_of(shape);
  return facts;
}

ArgumentFacts facts_of(const spec::Argument& argument) {
  ArgumentFacts facts;
  facts.name = argument.name;
  facts.is_optional = argument.is_optional;
  facts.repeats = argument.arity == spec::Arity::at_least_one;
  facts.help = argument.help;
  facts.choices.assign(argument.choices.begin(), argument.choices.end());
  for (auto& word : words_for(argument.takes))
    facts.choices.push_back(std::move(word.text));
  return facts;
}

} // namespace

std::vector<FlagFacts> command_flags(const spec::Command& command) {
  auto all = mapped(command.flags, [](const auto& flag) { return facts_of(flag); });
  for (const auto& flag : spec::field_flags(command.body_flags))
    all.push_back(facts_of(flag));
  return all;
}

std::vector<FlagFacts> shared_flags() {
  return mapped(spec::global_flags(), [](const auto& flag) { return facts_of(flag); });
}

std::vector<ArgumentFacts> argument_facts(const spec::Command& command) {
  return mapped(command.arguments, [](const auto& argument) { return facts_of(argument); });
}

bool is_of_plugin(const FlagFacts& flag) {
  return flag.field != nullptr &&
         std::ranges::any_of(flag.field->steps, [](const spec::FlagStep& step) {
           return std::holds_alternative<spec::ItemWith>(step);
         });
}

std::string help_of(const FlagFacts& flag) {
  auto text = flag.help;
  if (!flag.choices.empty()) text += fmt::format(": {}", fmt::join(flag.choices, "|"));
  if (!flag.fallback.empty()) text += fmt::format("; the default is {}", flag.fallback);
  if (flag.repeats && !flag.value_name.empty()) text += "; repeatable";
  return text;
}

std::vector<HelpLine> flag_lines(const std::vector<FlagFacts>& flags) {
  const bool has_letters =
      std::ranges::any_of(flags, [](const FlagFacts& flag) { return flag.letter != 0; });
  std::vector<HelpLine> lines;
  for (const auto& flag : flags) {
    std::string head = has_letters ? "    " : "";
    if (flag.letter != 0) head = fmt::format("-{}, ", flag.letter);
    head += flag.name;
    if (!flag.value_name.empty())
      head += fmt::format(fmt::runtime(flag.is_value_optional ? "[={}]" : " {}"), flag.value_name);
    lines.push_back({std::move(head), help_of(flag)});
  }
  return lines;
}

} // namespace mrctl::help
