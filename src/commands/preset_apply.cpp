#include "mrctl/apply/outcome.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/activity.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/commands/files_read.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/config/key.hpp"
#include "mrctl/routing/gates.hpp"
#include "mrctl/routing/preset_check.hpp"

#include "agreement.hpp"
#include "checked_body.hpp"
#include "commands.hpp"
#include "judged_presets.hpp"
#include "live_presets.hpp"
#include "preset_plan.hpp"
#include "state_place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace mrctl::commands {

namespace {

using apply::Action;

// Reports the progress of a deployment a few times a second: "applied 40 of 200, 1 failed, 35/s".
class ApplyProgress {
public:
  // Begins at once, because the first answer may take a minute. Shows nothing if none is sent.
  ApplyProgress(const BeginActivity& begin, std::size_t all) : all_(all) {
    if (begin && all > 0) activity_ = begin(text(begin_));
  }

  // What is unchanged, adopted or not sent does not count.
  void count(const apply::Outcome& outcome) {
    if (apply::is_sent(outcome.done))
      ++applied_;
    else if (outcome.done == Action::failed)
      ++failed_;
    else
      return;
    show();
  }

private:
  using Clock = std::chrono::steady_clock;

  void show() {
    constexpr std::chrono::milliseconds interval{100};
    const auto now = Clock::now();
    if (!activity_ || now - shown_ < interval) return;
    shown_ = now;
    activity_->say(text(now));
  }

  [[nodiscard]] std::string text(Clock::time_point now) const {
    constexpr std::size_t fewest_for_a_rate = 10;
    auto counts = fmt::format("applied {} of {}, {} failed", applied_, all_, failed_);
    const auto answered = applied_ + failed_;
    if (answered < fewest_for_a_rate) return counts;
    const std::chrono::duration<double> elapsed = now - begin_;
    const auto rate = static_cast<double>(answered) / std::max(elapsed.count(), 0.001);
    return fmt::format("{}, {:.0f}/s", counts, rate);
  }

  std::size_t all_;
  std::size_t applied_ = 0;
  std::size_t failed_ = 0;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_{};
  std::unique_ptr<Activity> activity_{};
};

// Returns nothing without --plan-from.
Result<std::optional<CommitMessage>> message_of_plan(const spec::FlagValues& flags,
                                                     const Context::Service& service) {
  if (!flags.plan_from) return std::optional<CommitMessage>();
  return read_commit_message(*flags.plan_from, service);
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
    service.note_now(sentence);
}

// Searches the bodies for the key that is used, because the plan knows that of the environment
// only.
Status look_for_key(const Context& context, const apply::Plans& plans,
                    const std::optional<ApiKey>& key) {
  if (!key || key->is_of_environment) return {};
  std::vector<body::PresetFile> sent;
  for (std::size_t i = 0; i < plans.files.size(); ++i)
    if (apply::is_sent(plans.plan.presets[i].action)) sent.push_back(plans.files[i]);
  TRY_ASSIGN(const auto reader, reader_of_presets(context.invocation, context.input, key->secret));
  const auto visited = body::visit_presets(
      sent, reader, [](const auto&, const auto&) { return [] { return Status(); }; });
  return visited ? Status() : fail(visited.error());
}

// What is live, what is not, and what to do, if not all went well.
std::vector<std::string> notes_on_outcome(const apply::AppliedPlan& applied) {
  constexpr std::size_t most_slugs = 20;
  const bool is_whole = apply::count_of(applied, Action::failed) == 0 &&
                        apply::count_of(applied, Action::not_sent) == 0;
  if (is_whole) return {};
  auto notes = apply::groups_of(applied, most_slugs);
  notes.emplace_back("run the same 'mrctl preset apply' again to send what is not live; what is "
                     "recorded is not sent twice");
  return notes;
}

// The result with the gates that were evaluated, if any were. Lines of JSON have left already, if
// they may.
void present_applied(Output& output, const spec::FlagValues& flags, const Context::Wanted& wanted,
                     apply::AppliedPlan& applied, const std::optional<JudgedPresets>& judged) {
  if (judged) {
    auto rows = routing::shown_results(judged->checked.gates);
    applied.gates.insert(applied.gates.begin(), rows.begin(), rows.end());
  }
  auto result = apply::present_outcome(applied, unchanged_in(flags));
  if (judged) {
    result = with_gates(std::move(result), *judged);
    for (const auto& waiver : judged->checked.waivers)
      if (auto warning = routing::warning_on(waiver))
        output.warnings.push_back(*std::move(warning));
  }
  if (live_lines(wanted))
    add_reports(output, wanted, result);
  else
    present(output, wanted, result);
}

// Sends what has to be sent, nothing if the service has no transport. Lines of JSON leave when an
// answer is there, and at the end for what was not sent.
Result<Output> deploy_and_tell(const Context& context, const apply::Plans& plans,
                               const body::PresetReader& reader, const apply::Locks& locks,
                               const apply::KnownWorkspace& workspace,
                               const service::Service& service,
                               const std::optional<JudgedPresets>& judged = std::nullopt) {
  const auto tell = live_lines(context.wanted);
  std::optional<ApplyProgress> progress(std::in_place, context.input.begin_activity,
                                        apply::count_sent(plans.plan));
  const auto tell_of = [&](std::size_t index, const apply::Outcome& outcome) {
    tell(apply::outcome_json(plans.plan, plans.plan.presets[index], outcome));
  };
  auto result = apply::deploy(plans, reader, locks, workspace, service,
                              {.report =
                                   [&](std::size_t index, const apply::Outcome& outcome) {
                                     progress->count(outcome);
                                     if (tell && outcome.done != Action::not_sent)
                                       tell_of(index, outcome);
                                   },
                               .warn = context.service.warn,
                               .hide_secrets = context.service.hide_secrets,
                               .gives_up = context.service.gives_up});
  progress.reset(); // before anything else is written
  if (!result) return fail(std::move(result.error()));
  auto& deployed = *result;
  const auto& outcomes = deployed.applied.outcomes;
  for (std::size_t i = 0; tell && i < outcomes.size(); ++i)
    if (outcomes[i].done == Action::not_sent) tell_of(i, outcomes[i]);

  Output output;
  output.warnings = plans.warnings;
  present_applied(output, context.invocation.flags, context.wanted, deployed.applied, judged);
  output.notes = notes_on_outcome(deployed.applied);
  const bool has_sent = std::ranges::any_of(outcomes, apply::is_sent, &apply::Outcome::done);
  if (has_sent && !plans.where.store->announces()) {
    const auto notes = notes_on_commit(context.invocation, context.service, plans);
    append(output.notes, notes);
  }
  output.failures = std::move(deployed.failures);
  output.when_interrupted = WhenInterrupted::result;
  return output;
}

// Returns notes that people should read before they agree.
std::vector<std::string> notes_before_apply(const spec::FlagValues& flags,
                                            const config::Project& project,
                                            const apply::Plans& plans,
                                            const std::optional<JudgedPresets>& judged,
                                            const std::vector<std::string>& uncommitted) {
  auto notes = notes_on(plans);
  append(notes, judged ? judged->notes : notes_on_gates(flags, project));
  if (!uncommitted.empty())
    notes.push_back("applies files that are not committed: " + listed(uncommitted, 10));
  return notes;
}

// Lists the models, with the key of the apply if there is a service, and judges what would be sent.
// What fails of unchanged presets stops nothing, so it is noted.
Result<std::optional<JudgedPresets>>
judge_if_needed(const Context& context, const apply::Plans& plans, const body::PresetReader& reader,
                const NamedByPresets& named, const service::Service* service) {
  const auto& project = context.service.settings.project;
  const auto& flags = context.invocation.flags;
  if (gates_of(flags, project) != Gates::binding) return std::optional<JudgedPresets>();
  TRY_ASSIGN(auto rules, routing::read_gate_rules(project, flags, context.input.read_file));
  TRY_ASSIGN(auto judged,
             judge_presets(context, plans, reader,
                           {named, std::move(rules), routing::current_day(), service}));
  append(judged.notes, failures_of_unchanged(judged, plans.plan));
  return judged;
}

// The result of an apply that gates stop.
Output stopped_by_gates(const spec::FlagValues& flags, const Context::Wanted& wanted,
                        const apply::Plans& plans, const std::optional<JudgedPresets>& judged,
                        std::vector<Error> failures) {
  Output output;
  const auto tell = live_lines(wanted);
  auto applied = apply::not_applied(plans.plan);
  for (std::size_t i = 0; tell && i < applied.outcomes.size(); ++i)
    tell(apply::outcome_json(plans.plan, plans.plan.presets[i], applied.outcomes[i]));
  present_applied(output, flags, wanted, applied, judged);
  output.failures = std::move(failures);
  output.failures.front().message += "; nothing was sent";
  if (is_drawn(wanted.target.format)) output.reason_in = ReasonIn::conditions_in_result;
  return output;
}

// Notes what a plan that is shown has below it.
void note_all(const Context::Service& service, const std::vector<std::string>& notes,
              const apply::Plan& plan) {
  std::ranges::for_each(notes, service.note);
  if (auto note = apply::note_on_orphans(plan)) service.note(*std::move(note));
}

// Sends nothing, and records what is live already.
Result<Output> record_only(const Context& context, apply::Plans plans,
                           const body::PresetReader& reader, const apply::Locks& locks) {
  const auto& flags = context.invocation.flags;
  if (flags.plan || flags.plan_from)
    context.service.note("there is nothing to send, so the plan's fingerprint was not compared");
  if (std::ranges::any_of(plans.plan.presets, apply::needs_new_record))
    TRY(apply::check_records(locks, plans.folders));
  note_all(context.service, plans.notes, plans.plan);
  return deploy_and_tell(context, plans, reader, locks, {}, {});
}

// A plan with something to send, and what it was made with.
struct PlanToSend {
  apply::Plans& plans;
  const body::PresetReader& reader;
  const apply::Locks& locks;
  const NamedByPresets& named;
  const std::optional<CommitMessage>& message;
  const apply::Source& source;
  Result<Connection> connection;
};

// Fails if the plan could not be recorded or sent.
Status check_ready(const apply::Plans& plans, const apply::Locks& locks,
                   const Result<Connection>& connection) {
  TRY(apply::check_records(locks, plans.folders));
  TRY(apply::check_clock(plans));
  return connection ? Status() : fail(connection.error());
}

// Shows the plan, judges it, asks for consent, and sends it.
Result<Output> send_plan(const Context& context, PlanToSend sending) {
  auto& plans = sending.plans;
  const auto& locks = sending.locks;
  const auto& connection = sending.connection;
  const auto& flags = context.invocation.flags;
  const auto& settings = context.service.settings;
  const bool gates_bind = gates_of(flags, settings.project) == Gates::binding;
  if (!connection && gates_bind) return fail(connection.error());
  TRY_ASSIGN(const auto judged, judge_if_needed(context, plans, sending.reader, sending.named,
                                                connection ? &connection->service : nullptr));
  const auto notes_before =
      notes_before_apply(flags, settings.project, plans, judged, sending.source.uncommitted);
  const bool shows_plan = !flags.quiet && settings.error_format == ErrorFormat::text;
  if (shows_plan)
    trace_plan(plans, notes_before, context.wanted.target.terminal, context.service);
  else
    note_all(context.service, notes_before, plans.plan);
  TRY(*plans.found_changes);
  if (auto failures = judged ? failures_of_sent(*judged, plans.plan) : std::vector<Error>();
      !failures.empty())
    return stopped_by_gates(flags, context.wanted, plans, judged, std::move(failures));
  TRY_ASSIGN(const auto workspace, known_workspace(settings.project, plans));
  const auto look_again = [&]() -> Status {
    if (!connection) return {};
    const auto live = live_source(context.service, context.input, connection->service, workspace);
    return apply::check_live_again(plans, live);
  };
  TRY(agree(flags, context.service, context.input, plans,
            {.source = sending.source.commit,
             .message = sending.message,
             .plan_is_shown = shows_plan,
             .look_again = look_again}));
  TRY(check_ready(plans, locks, connection));
  return deploy_and_tell(context, plans, sending.reader, locks, workspace, connection->service,
                         judged);
}

// Looks at what is live over a connection, unless --live=false. A connection that cannot be made is
// a result too unless --live needs it: the plan is shown first.
Result<Result<Connection>> connect_and_look(const Context& context, apply::Plans& plans,
                                            const body::PresetReader& reader) {
  const auto& live = context.invocation.flags.live;
  const bool looks_at_all = live.value_or(false);
  TRY(config::require_read_file(context.service.settings));
  auto connection = context.service.connect({spec::create_preset.key});
  if (!connection && looks_at_all) return fail(std::move(connection.error()));
  if (!connection) return connection;
  // Before the plan is shown, which must not hold the key.
  TRY(look_for_key(context, plans, connection->service.key));
  if (live.value_or(true))
    TRY(look_at_live(context.service, context.input, plans, reader, connection->service,
                     looks_at_all ? apply::NoneShown::is_accepted : apply::NoneShown::ends_it));
  return connection;
}

apply::InspectPreset inspect_if_gates_bind(const spec::FlagValues& flags,
                                           const config::Project& project, NamedByPresets& named) {
  return gates_of(flags, project) == Gates::binding ? named.inspect() : apply::InspectPreset();
}

// --dry-run: shows the plan, and fails where an apply would because of an agreed plan or a gate.
Result<Output> rehearse(const Context& context, const std::optional<CommitMessage>& message) {
  NamedByPresets named;
  const auto judge = [&](apply::Plans& plans, const body::PresetReader& reader,
                         Output& output) -> Status {
    if (apply::count_sent(plans.plan) == 0) return {};
    const auto& service = context.service;
    TRY_ASSIGN(const auto source, plans.where.store->describe_source(
                                      sources_read(context.invocation, service.settings)));
    const auto kept = keep_to_plan(context.invocation.flags, service, plans,
                                   {.source = source.commit, .message = message});
    if (!kept) output.failures.push_back(kept.error());
    TRY_ASSIGN(auto judged, judge_if_needed(context, plans, reader, named, nullptr));
    if (!judged) return {};
    append(output.notes, std::move(judged->notes));
    append(output.failures, failures_of_sent(*judged, plans.plan));
    return {};
  };
  return show_plan(
      context,
      inspect_if_gates_bind(context.invocation.flags, context.service.settings.project, named),
      judge);
}

} // namespace

Result<Output> preset_apply(const Context& context) {
  const auto& flags = context.invocation.flags;
  const auto& settings = context.service.settings;
  TRY_ASSIGN(const auto message, message_of_plan(flags, context.service));
  if (flags.dry_run) return rehearse(context, message);
  TRY_ASSIGN(auto reader,
             reader_of_presets(context.invocation, context.input, context.service.environment_key));
  reader.keep_small_bodies();
  TRY_ASSIGN(const auto where, place_of_records(context.service, apply::BranchUse::applying));
  auto notes_on_place = where.store->notes_on(where.target, context.invocation.arguments);
  TRY_ASSIGN(const auto locks, // which makes the folder
             apply::lock_records(where, context.invocation.arguments,
                                 locking_of(flags, apply::ChangeOf::apply, context.service)));
  NamedByPresets named;
  auto plans =
      plan_presets(context, reader, where, inspect_if_gates_bind(flags, settings.project, named));
  if (!plans) return refused(context, plans.error());
  plans->notes = std::move(notes_on_place);
  TRY_ASSIGN(const auto source, set_source_of_run(context.invocation, settings, where, locks));
  std::optional<Result<Connection>> connection;
  if (apply::count_sent(plans->plan) > 0 || flags.live.value_or(false)) {
    auto connected = connect_and_look(context, *plans, reader);
    if (!connected) return refused(context, std::move(connected.error()));
    connection = *std::move(connected);
  }
  if (apply::count_sent(plans->plan) == 0)
    return record_only(context, *std::move(plans), reader, locks);
  return send_plan(context,
                   {*plans, reader, locks, named, message, source, *std::move(connection)});
}

} // namespace mrctl::commands
