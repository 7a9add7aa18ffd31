#include "mrctl/docgen/help.hpp"

#include "mrctl/base/exit_code.hpp"
#include "mrctl/base/version.hpp"
#include "mrctl/spec/field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace mrctl::docgen {

namespace {

constexpr std::size_t widest_left = 36;

struct Line {
  std::string left;
  std::string right;
};

// Two columns; a left side that is too wide stands on a line of its own.
std::string columns(const std::vector<Line>& lines) {
  std::size_t width = 0;
  for (const auto& line : lines)
    if (line.left.size() <= widest_left) width = std::max(width, line.left.size());
  std::string out;
  for (const auto& line : lines) {
    if (line.left.size() <= width)
      out += fmt::format("  {:<{}}  {}\n", line.left, width, line.right);
    else
      out += fmt::format("  {}\n  {:<{}}  {}\n", line.left, "", width, line.right);
  }
  return out;
}

std::string section(std::string_view title, const std::vector<Line>& lines) {
  return lines.empty() ? std::string() : fmt::format("\n{}:\n{}", title, columns(lines));
}

std::string with_choices(std::string_view help, spec::Rows<std::string_view> choices) {
  if (choices.empty()) return std::string(help);
  return fmt::format("{}: {}", help, fmt::join(choices.begin(), choices.end(), "|"));
}

Line flag_line(const spec::Flag& flag) {
  auto left = flag.letter == 0 ? fmt::format("    {}", flag.name)
                               : fmt::format("-{}, {}", flag.letter, flag.name);
  if (!flag.value_name.empty()) left += fmt::format(" {}", flag.value_name);
  return {std::move(left), with_choices(flag.help, flag.choices)};
}

std::vector<Line> flag_lines(spec::Rows<spec::Flag> flags) {
  std::vector<Line> lines;
  for (const auto& flag : flags)
    lines.push_back(flag_line(flag));
  return lines;
}

std::string name_of_kind(const spec::Shape& shape) {
  if (const auto* object = object_of_word(shape)) {
    auto name = std::string(object->tag);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return static_cast<char>(c - 'a' + 'A'); });
    return name + "|JSON";
  }
  switch (shape.kind) {
  case spec::Kind::integer:
  case spec::Kind::number:
    return "N";
  case spec::Kind::map:
    return "KEY=VALUE";
  case spec::Kind::object:
  case spec::Kind::tagged:
    return "JSON";
  case spec::Kind::list:
    return shape.element->kind == spec::Kind::tagged ? "JSON" : "VALUE";
  default:
    return "VALUE";
  }
}

std::string value_name(const spec::Shape& shape) {
  const std::string_view or_null = shape.nullable ? "|null" : "";
  if (shape.kind == spec::Kind::boolean) return fmt::format("[=true|false{}]", or_null);
  return fmt::format(" {}{}", name_of_kind(shape), or_null);
}

// The others need JSON.
std::string words_of(const spec::Shape& object) {
  std::vector<std::string_view> words;
  for (const auto& variant : object.variants)
    if (variant.first_required() == nullptr) words.push_back(variant.value);
  return fmt::format("{}", fmt::join(words, "|"));
}

Line field_line(const spec::FieldFlag& flag) {
  auto help = with_choices(flag.help, flag.shape->choices);
  if (const auto* object = object_of_word(*flag.shape)) help += ": " + words_of(*object);
  if (flag.shape->kind == spec::Kind::list &&
      (flag.shape->element->kind != spec::Kind::tagged || flag.shape->element->has_word))
    help += "; repeat it for more";
  if (flag.path == flag.field->name && !flag.field->replacement.empty())
    help += fmt::format(" (deprecated, use {})", flag.field->replacement);
  return {fmt::format("{}{}", flag.name, value_name(*flag.shape)), std::move(help)};
}

std::string field_sections() {
  std::string out;
  for (auto group = spec::Group::model; group <= spec::Group::tracking;
       group = static_cast<spec::Group>(static_cast<int>(group) + 1)) {
    std::vector<Line> lines;
    for (const auto& flag : spec::field_flags())
      if (flag.field->group == group) lines.push_back(field_line(flag));
    out += section(spec::group_title(group), lines);
  }
  return out;
}

std::string argument_text(const spec::Argument& argument) {
  auto text = std::string(argument.name);
  if (argument.arity == spec::Arity::at_least_one) text += "...";
  return argument.is_optional ? "[" + text + "]" : text;
}

std::string usage_line(const spec::Command& command) {
  auto line = fmt::format("Usage: mrctl {}", command.name());
  const bool runs_a_command = !command.arguments.empty() &&
                              command.arguments[0].name == "COMMAND" &&
                              !command.arguments[0].is_optional;
  const bool has_flags = !command.flags.empty() || command.body_flags == spec::BodyFlags::yes;
  if (runs_a_command) line += " [flags] --";
  for (const auto& argument : command.arguments)
    line += " " + argument_text(argument);
  if (has_flags && !runs_a_command) line += " [flags]";
  return line + "\n";
}

std::vector<Line> command_lines(std::string_view noun) {
  std::vector<Line> lines;
  for (const auto& command : spec::commands())
    if (noun.empty() || command.noun == noun)
      lines.push_back({command.name(), std::string(command.summary)});
  return lines;
}

std::string examples(const spec::Command& command) {
  std::string out;
  for (const auto& example : command.examples)
    out += fmt::format("  {}\n      {}\n", example.command, example.says);
  return out.empty() ? out : "\nExamples:\n" + out;
}

std::vector<Line> exit_code_lines() {
  std::vector<Line> lines{{"0", "success"}};
  for (const auto& row : exit_codes())
    if (!row.meaning.empty())
      lines.push_back({fmt::format("{}", row.code), std::string(row.meaning)});
  return lines;
}

} // namespace

std::string overview() {
  return "mrctl manages presets, endpoints and provider credentials of a model-routing service.\n\n"
         "Usage: mrctl [global flags] COMMAND [arguments] [flags]\n" +
         section("Commands", command_lines({})) +
         section("Global flags", flag_lines(spec::global_flags())) +
         section("Exit codes", exit_code_lines()) +
         "\nRun 'mrctl COMMAND --help' for the flags and examples of a command.\n";
}

std::string noun_help(std::string_view noun) {
  return fmt::format("Usage: mrctl {} COMMAND\n", noun) + section("Commands", command_lines(noun)) +
         fmt::format("\nRun 'mrctl {} COMMAND --help' for more.\n", noun);
}

std::string command_help(const spec::Command& command, HelpLength length) {
  const bool is_full = length == HelpLength::full;
  std::vector<Line> arguments;
  for (const auto& argument : command.arguments)
    arguments.push_back({std::string(argument.name), std::string(argument.help)});
  auto out = fmt::format("{}\n\n{}", command.summary, usage_line(command));
  if (is_full && !command.about.empty()) out += fmt::format("\n{}\n", command.about);
  if (is_full) out += examples(command);
  out += section("Arguments", arguments) + section("Flags", flag_lines(command.flags));
  if (command.body_flags == spec::BodyFlags::yes) out += field_sections();
  if (is_full) out += section("Global flags", flag_lines(spec::global_flags()));
  return out;
}

std::string version_text() {
  return fmt::format("mrctl {}\n", version());
}

} // namespace mrctl::docgen
