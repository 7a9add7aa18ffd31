#include "mrctl/render/plan.hpp"

#include "commands.hpp"
#include "make_plan.hpp"
#include "output.hpp"
#include "rendering.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::commands {

namespace {

std::string show(const plan::Plan& plan, const Context& context, render::Format format) {
  const auto unchanged = context.invocation.has("--only-changed") ? render::Unchanged::hidden
                                                                  : render::Unchanged::shown;
  const Forms forms{
      .human = [&] { return render::plan_text(plan, unchanged, context.terminal); },
      .data = [&] { return std::vector{render::plan_json(plan)}; },
      .lines = [&] { return render::plan_jsonl(plan); },
      .records = [&] { return render::plan_records(plan, unchanged); },
      .raw = [&] { return render::plan_json(plan) + "\n"; },
      .arity = render::Arity::one, // however many paths there are
      .names = [&] { return render::plan_slugs(plan, unchanged); },
  };
  return text_in(format, forms, context);
}

std::size_t count_sent(const plan::Plan& plan) {
  return static_cast<std::size_t>(
      std::count_if(plan.presets.begin(), plan.presets.end(),
                    [](const plan::Planned& preset) { return plan::is_sent(preset.action); }));
}

} // namespace

Result<Answer> preset_plan(const Context& context) {
  const auto format = format_of(context);
  if (!format) return fail(format.error());
  const auto reader = request::PresetReader::make(context.invocation, context.read_file);
  if (!reader) return fail(reader.error());
  auto plans = make_plan(context, *reader);
  if (!plans) return fail(std::move(plans.error()));

  Answer answer;
  if (!is_streamed(context, *format))
    answer.out = show(plans->plan, context, *format);
  else if (*format == render::Format::jsonl)
    write_in_parts(context,
                   [&](const auto& write) { render::write_plan_jsonl(plans->plan, write); });
  else
    write_in_parts(context, [&](const auto& write) {
      render::write_plan_json(plans->plan, write);
      write("\n");
    });
  answer.warnings = std::move(plans->warnings);
  if (plan::count_of(plans->plan, plan::Action::unchanged) > 0)
    answer.notes.emplace_back("unchanged: as last applied from here");
  const auto sent = count_sent(plans->plan);
  if (sent > 0 && context.invocation.has("--fail-changed"))
    answer.failures.push_back(
        Error::condition(fmt::format("{} would be sent, and --fail-changed is in effect",
                                     sent == 1 ? "1 preset" : fmt::format("{} presets", sent)))
            .with_http({}));
  return answer;
}

} // namespace mrctl::commands
