#include "mrctl/apply/deployment.hpp"
#include "mrctl/apply/progress.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/commands/connection.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/config/key.hpp"

#include "checked_body.hpp"
#include "commands.hpp"
#include "preset_plan.hpp"
#include "question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace mrctl::commands {

namespace {

using apply::Fate;

// Whoever read a plan agreed to that plan alone.
Status check_fingerprint(const std::string& agreed, const apply::Plan& plan) {
  const auto now = apply::fingerprint_of(plan).value_or("");
  if (now == agreed) return {};
  return fail(with_http(
      {.kind = ErrorKind::conflict,
       .message = fmt::format("the plan is {} now, not {}; nothing was sent", now, agreed),
       .hint = fmt::format("run 'mrctl preset plan' with the same flags and read it; '--plan {}' "
                           "applies it",
                           now)},
      {}));
}

Status agree(const spec::FlagValues& flags, const config::Project& project,
             const body::Input& input, const apply::Plan& plan) {
  if (flags.plan) return check_fingerprint(*flags.plan, plan);
  const auto* target = config::chosen_target(project);
  if (target != nullptr && target->apply_needs_plan)
    return fail(Error::usage(
        fmt::format("the target {} requires --plan ({}:{}); nothing was sent", target->name,
                    project.file, target->lines.at("apply_needs_plan")),
        fmt::format("read the plan, then use '--plan {}'", *apply::fingerprint_of(plan))));
  const auto changes = counted(apply::count_sent(plan), "change");
  return ask_for(flags, input,
                 {.question = fmt::format("Apply {} to {}?", changes, plan.service),
                  .purpose = changes + " to apply",
                  .otherwise = "nothing was sent",
                  .hint = "--yes applies without asking; 'mrctl preset plan' shows what would be "
                          "sent"});
}

// Traces the plan and its notes on standard error, because they are not the result.
void trace_plan(const apply::Plans& plans, const std::vector<std::string>& notes,
                output::Terminal terminal, const Context::Service& service) {
  terminal.colour = output::Colour::off;
  const auto shown = apply::present_plan(plans.plan, apply::Unchanged::hidden);
  write_result(shown, {.terminal = terminal}, [&](std::string_view lines) {
    for (auto end = lines.find('\n'); end != std::string_view::npos; end = lines.find('\n')) {
      service.trace(lines.substr(0, end));
      lines.remove_prefix(end + 1);
    }
  });
  for (const auto& sentence : notes)
    service.trace("mrctl: note: " + sentence);
}

// The plan knows the key of the environment only.
Status look_for_key(const Context& context, const apply::Plans& plans,
                    const std::optional<ApiKey>& key) {
  if (!key || config::is_in_environment(key->secret, context.service.environment)) return {};
  std::vector<body::PresetFile> sent;
  for (std::size_t i = 0; i < plans.files.size(); ++i)
    if (apply::is_sent(plans.plan.presets[i].action)) sent.push_back(plans.files[i]);
  TRY_ASSIGN(const auto reader,
             body::PresetReader::make(context.invocation, context.input.read_file,
                                      secret_rules(context.invocation.flags, key->secret)));
  const auto visited = body::visit_presets(
      sent, reader, [](const auto&, const auto&) { return [] { return Status(); }; });
  return visited ? Status() : fail(visited.error());
}

Result<apply::KnownWorkspace> known_workspace(const config::Project& project,
                                              const apply::Plans& plans) {
  const auto* target = config::chosen_target(project);
  if (target != nullptr && !target->workspace.empty()) return target->workspace;
  return apply::recorded_workspace(plans);
}

// What is live, what is not, and what to do, if not all went well.
std::vector<std::string> notes_on_outcome(const apply::AppliedPlan& applied) {
  constexpr std::size_t most_slugs = 20;
  const bool is_whole =
      apply::count_of(applied, Fate::failed) == 0 && apply::count_of(applied, Fate::not_sent) == 0;
  if (is_whole) return {};
  auto notes = apply::groups_of(applied, most_slugs);
  notes.emplace_back("run the same 'mrctl preset apply' again to send what is not live; what is "
                     "recorded is not sent twice");
  return notes;
}

// Sends what has to be sent, nothing if the service has no transport. Lines of JSON leave when an
// answer is there, and at the end for what was not sent.
Output deploy_and_tell(const Context& context, const apply::Plans& plans,
                       const body::PresetReader& reader, const apply::Locks& locks,
                       const apply::KnownWorkspace& workspace, const service::Service& service) {
  const auto tell = live_lines(context.wanted);
  const auto tell_of = [&](std::size_t index, const apply::Outcome& outcome) {
    tell(apply::outcome_json(plans.plan, plans.plan.presets[index], outcome));
  };
  std::optional<apply::Progress> progress(std::in_place, context.input.begin_activity,
                                          apply::count_sent(plans.plan));
  auto deployed = apply::deploy(plans, reader, locks, workspace, service,
                                {.report =
                                     [&](std::size_t index, const apply::Outcome& outcome) {
                                       progress->count(outcome);
                                       if (tell && outcome.fate != Fate::not_sent)
                                         tell_of(index, outcome);
                                     },
                                 .warn = context.service.warn,
                                 .hide_secrets = context.service.hide_secrets});
  progress.reset(); // before anything else is written
  const auto& outcomes = deployed.applied.outcomes;
  for (std::size_t i = 0; tell && i < outcomes.size(); ++i)
    if (outcomes[i].fate == Fate::not_sent) tell_of(i, outcomes[i]);

  Output output;
  const auto result =
      apply::present_outcome(deployed.applied, unchanged_in(context.invocation.flags));
  if (tell)
    add_reports(output, context.wanted, result);
  else
    present(output, context.wanted, result);
  output.notes = notes_on_outcome(deployed.applied);
  output.failures = std::move(deployed.failures);
  output.warnings = plans.warnings;
  output.when_interrupted = WhenInterrupted::result;
  return output;
}

} // namespace

Result<Output> preset_apply(const Context& context) {
  const auto& flags = context.invocation.flags;
  if (flags.plan && !apply::is_fingerprint(*flags.plan))
    return fail(
        Error::usage(fmt::format("--plan must be {} hexadecimal digits in lower case, got '{}'",
                                 apply::fingerprint_digits, *flags.plan),
                     "plans have 40 digits; 'mrctl preset plan' prints them in its last line"));
  if (flags.dry_run) return preset_plan(context);
  const auto& settings = context.service.settings;
  TRY_ASSIGN(auto reader,
             reader_of_presets(context.invocation, context.input, context.service.environment));
  reader.keep_small_bodies();
  TRY_ASSIGN(const auto where, whereabouts_of(settings));
  TRY_ASSIGN(const auto locks, apply::lock_records(where, context.invocation.arguments));
  const auto plans = plan_presets(context, reader);
  if (!plans) return refused(context, plans.error());
  if (apply::count_sent(plans->plan) == 0)
    return deploy_and_tell(context, *plans, reader, locks, {}, {});
  // Before the plan is shown, which must not hold the key.
  const auto connection = connect(context.service, spec::create_preset.key);
  if (connection)
    if (auto clean = look_for_key(context, *plans, connection->service.key); !clean)
      return refused(context, std::move(clean.error()));
  const auto notes_on_plan = notes_on(*plans);
  const bool shows_plan = !flags.quiet && settings.error_format == ErrorFormat::text;
  if (shows_plan)
    trace_plan(*plans, notes_on_plan, context.wanted.target.terminal, context.service);
  TRY(*plans->found_changes);
  TRY(agree(flags, settings.project, context.input, plans->plan));
  TRY(apply::check_records(locks, apply::record_folders(*plans)));
  TRY_ASSIGN(const auto workspace, known_workspace(settings.project, *plans));
  if (!connection) return fail(connection.error());
  auto answer = deploy_and_tell(context, *plans, reader, locks, workspace, connection->service);
  auto notes = connection_notes(connection->service);
  if (!shows_plan) std::ranges::copy(notes_on_plan, std::back_inserter(notes));
  answer.notes.insert(answer.notes.begin(), notes.begin(), notes.end());
  return answer;
}

} // namespace mrctl::commands
