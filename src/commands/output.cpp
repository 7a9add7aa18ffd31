#include "output.hpp"

namespace mrctl::commands {

Result<render::Format> format_of(const Context& context) {
  const auto* value = config::find_value(context.settings, "output");
  const bool holds = value != nullptr &&
                     (value->origin.kind == config::OriginKind::flag || context.output_is_terminal);
  if (holds) return render::parse_format(value->text);
  return context.output_is_terminal ? render::Format::table : render::Format::json;
}

model::Shown shown_in(render::Format format) {
  return format == render::Format::wide ? model::Shown::wide : model::Shown::always;
}

render::Layout layout_of(const Context& context) {
  return context.output_is_terminal ? render::Layout::pretty : render::Layout::compact;
}

render::Arity arity_of(const Context& context) {
  return context.invocation.arguments.size() == 1 ? render::Arity::one : render::Arity::several;
}

} // namespace mrctl::commands
