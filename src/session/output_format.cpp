#include "mrctl/session/output_format.hpp"

#include <utility>

namespace mrctl::session {

Format format_of(const Context& context) {
  const auto prints = context.invocation.command->prints;
  if (prints == spec::Prints::text) return format_of_text(context);
  if (context.invocation.has("--jq")) return Format::json;
  const bool holds = context.invocation.has("--output") || context.output_is_terminal;
  if (holds && context.settings.output) return *context.settings.output;
  const bool is_text = context.output_is_terminal || prints == spec::Prints::judgement;
  return is_text ? Format::table : Format::json;
}

Format format_of_text(const Context& context) {
  const auto& invocation = context.invocation;
  if (invocation.has("--jq")) return Format::json;
  return invocation.has("--output") ? context.settings.output.value_or(Format::table)
                                    : Format::table;
}

model::Shown shown_in(render::Format format) {
  return format == render::Format::wide ? model::Shown::wide : model::Shown::always;
}

render::Overflow overflow_in(render::Format format) {
  return format == render::Format::wide ? render::Overflow::cards : render::Overflow::hidden;
}

std::string json_for(const Context& context, std::string json) {
  return context.output_is_terminal ? render::coloured_json(json, context.terminal)
                                    : std::move(json) + "\n";
}

std::string jsonl_for(const Context& context, const std::string& lines) {
  return context.output_is_terminal ? render::safe_jsonl(lines) : lines;
}

Context as_on_a_pipe(const Context& context) {
  auto on_a_pipe = context;
  on_a_pipe.output_is_terminal = false;
  on_a_pipe.terminal.width.reset();
  on_a_pipe.terminal.colour = render::Colour::off;
  return on_a_pipe;
}

render::Arity arity_of(const Context& context) {
  return context.invocation.arguments.size() == 1 ? render::Arity::one : render::Arity::several;
}

bool leaves_in_parts(const Context& context) {
  return !context.invocation.has("--jq") && !context.output_is_terminal && context.write_out;
}

bool is_streamed(const Context& context, Format format) {
  return (format == Format::json || format == Format::jsonl) && leaves_in_parts(context);
}

void write_in_parts(const Context& context,
                    const std::function<void(const render::Write& write)>& make) {
  constexpr std::size_t most = 65536; // per system call
  std::string parts;
  make([&](std::string_view part) {
    parts += part;
    if (parts.size() >= most) context.write_out(std::exchange(parts, {}));
  });
  if (!parts.empty()) context.write_out(parts);
}

} // namespace mrctl::session
