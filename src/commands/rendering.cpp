#include "mrctl/commands/rendering.hpp"

#include "mrctl/output/json.hpp"
#include "mrctl/output/yaml.hpp"

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace mrctl::commands {

namespace {

output::Names names_in(const Context& context) {
  return context.invocation.flags.no_header ? output::Names::hidden : output::Names::shown;
}

} // namespace

bool is_given(const spec::Invocation& invocation, const spec::FormatFlag& row) {
  using Text = std::optional<std::string> spec::FlagValues::*;
  const auto& flags = invocation.flags;
  return row.value.empty() ? is_given(flags, row.flag)
                           : flags.*std::get<Text>(row.flag) == row.value;
}

Format format_of(const Context& context) {
  const auto& invocation = context.invocation;
  const auto& command = *invocation.command;
  if (invocation.flags.jq) return command.for_programs;
  const auto configured = context.service.settings.output.value_or(Format::table);
  if (invocation.gives(&spec::SettingValues::output)) return configured;
  for (const auto& row : command.format_flags)
    if (is_given(invocation, row)) return row.format;
  const bool is_one_text =
      command.prints == spec::Prints::no_result || command.prints == spec::Prints::text;
  if (is_one_text) return Format::table;
  if (context.wanted.target.is_terminal) return configured;
  return command.prints == spec::Prints::judgement ? Format::table : command.for_programs;
}

output::Shown shown_in(output::Format format) {
  return shows_everything(format) ? output::Shown::wide : output::Shown::always;
}

std::string json_for(const Context& context, std::string json) {
  return context.wanted.target.is_terminal
             ? output::coloured_json(json, context.wanted.target.terminal)
             : std::move(json) + "\n";
}

std::string jsonl_for(const Context& context, const std::string& lines) {
  return context.wanted.target.is_terminal ? output::safe_jsonl(lines) : lines;
}

Context as_on_a_pipe(const Context& context) {
  auto on_a_pipe = context;
  on_a_pipe.wanted.target.is_terminal = false;
  on_a_pipe.wanted.target.terminal.width.reset();
  on_a_pipe.wanted.target.terminal.colour = output::Colour::off;
  return on_a_pipe;
}

output::DataCount data_count_of(const Context& context) {
  return context.invocation.arguments.size() == 1 ? output::DataCount::one
                                                  : output::DataCount::several;
}

output::Target target_of(const Context& context) {
  return {.format = context.wanted.target.format,
          .terminal = context.wanted.target.terminal,
          .is_terminal = context.wanted.target.is_terminal,
          .names = names_in(context),
          .shown = context.invocation.flags.wide ? output::Shown::wide
                                                 : shown_in(context.wanted.target.format),
          .has_warnings = shows_warnings(context),
          .command = context.invocation.command->name()};
}

bool shows_warnings(const Context& context) {
  return !context.invocation.flags.quiet || context.invocation.flags.strict;
}

output::Write live_lines(const Context& context) {
  if (context.wanted.target.format != Format::jsonl || !leaves_in_parts(context)) return {};
  return [&](std::string_view record) { context.wanted.write_out(std::string(record) + "\n"); };
}

bool leaves_in_parts(const Context& context) {
  return !context.invocation.flags.jq && !context.wanted.target.is_terminal &&
         context.wanted.write_out;
}

void write_in_parts(const Context& context,
                    const std::function<void(const output::Write& write)>& make) {
  constexpr std::size_t most = 65536; // per system call
  std::string parts;
  make([&](std::string_view part) {
    if (part.size() < most) parts += part;
    if (parts.size() >= most || part.size() >= most)
      context.wanted.write_out(std::exchange(parts, {}));
    if (part.size() >= most) context.wanted.write_out(part);
  });
  if (!parts.empty()) context.wanted.write_out(parts);
}

} // namespace mrctl::commands
