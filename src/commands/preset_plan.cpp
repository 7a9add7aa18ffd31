#include "mrctl/base/counted.hpp"
#include "mrctl/exchange/facts.hpp"
#include "mrctl/render/plan.hpp"
#include "mrctl/session/output_format.hpp"
#include "mrctl/session/reports.hpp"

#include "commands.hpp"
#include "make_plan.hpp"
#include "plan_findings.hpp"

#include <fmt/format.h>

#include <functional>
#include <utility>

namespace mrctl::commands {

namespace {

using session::Context;
using session::Forms;
using session::Output;

render::Unchanged unchanged_in(const Context& context) {
  return context.invocation.flags.only_changed ? render::Unchanged::hidden
                                               : render::Unchanged::shown;
}

Forms plan_forms(const Plans& plans, const request::PresetReader& reader, const Context& context) {
  const auto& plan = plans.plan;
  const auto unchanged = unchanged_in(context);
  return {
      .human = [&, unchanged] { return render::plan_text(plan, unchanged, context.terminal); },
      .data = [&] { return std::vector{render::plan_json(plan)}; },
      .lines = [&] { return render::plan_jsonl(plan); },
      .records = [&, unchanged] { return render::plan_records(plan, unchanged); },
      .raw = [&] { return render::plan_json(plan) + "\n"; },
      .data_count = render::DataCount::one, // however many paths there are
      .names = [&, unchanged] { return render::plan_slugs(plan, unchanged); },
      .html = [&, unchanged] { return render::plan_html(plan, unchanged); },
      .findings = [&] { return plan_findings(plans, reader, context); },
      .digest = [&, unchanged] { return render::plan_digest(plan, unchanged); },
  };
}

using WritePlan = std::function<void(const render::Write& write)>;

// Returns a function that writes the plan in parts, if the format allows it.
WritePlan writer_of(const plan::Plan& plan, const Context& context) {
  if (!leaves_in_parts(context)) return {};
  if (is_drawn(context.format))
    return [&](const render::Write& write) {
      render::write_plan_text(plan, unchanged_in(context), context.terminal, write);
    };
  if (context.format == render::Format::jsonl)
    return [&](const render::Write& write) { render::write_plan_jsonl(plan, write); };
  if (context.format != render::Format::json) return {};
  return [&](const render::Write& write) {
    render::write_plan_json(plan, write);
    write("\n");
  };
}

} // namespace

Result<Output> preset_plan(const Context& context) {
  const auto reader = request::PresetReader::make(context.invocation, context.read_file);
  if (!reader) return fail(reader.error());
  auto plans = make_plan(context, *reader);
  if (!plans) return fail(std::move(plans.error()));

  Output output;
  const auto make = [&](const Context& where) { return plan_forms(*plans, *reader, where); };
  if (const auto write = writer_of(plans->plan, context)) {
    write_in_parts(context, write);
    add_reports(output, context, make);
  } else {
    present(output, context, make);
  }
  if (const auto& found = *plans->found_changes; !found) output.failures.push_back(found.error());
  output.warnings = std::move(plans->warnings);
  if (plan::count_of(plans->plan, plan::Action::unchanged) > 0)
    output.notes.emplace_back("unchanged: as last applied from here");
  const auto sent = plan::count_sent(plans->plan);
  if (sent > 0 && context.invocation.flags.fail_changed)
    output.failures.push_back(
        with_http(Error::condition(fmt::format("{} would be sent, and --fail-changed is in effect",
                                               counted(sent, "preset"))),
                  {}));
  return output;
}

} // namespace mrctl::commands
