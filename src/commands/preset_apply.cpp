#include "mrctl/apply/outcome_report.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/commands/connection.hpp"
#include "mrctl/commands/rendering.hpp"
#include "mrctl/commands/reports.hpp"

#include "commands.hpp"
#include "deployment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <set>
#include <utility>

namespace mrctl::commands {

namespace {

using apply::Fate;

// The locks of the records, or why one failed, which matters only if something is to be sent.
struct Locks {
  LockedFolders held;
  std::optional<Error> failure;
};

Result<Locks> lock_records(const Context& context) {
  const auto where = whereabouts_of(context);
  if (!where) return fail(where.error());
  const auto folders = apply::target_folders_of(*where, context.invocation.arguments);
  if (!folders) return fail(folders.error());
  Locks locks;
  for (const auto& folder : std::set(folders->begin(), folders->end())) {
    auto lock = apply::lock_folder(folder);
    if (lock)
      locks.held.emplace(folder, *std::move(lock));
    else if (lock.error().kind == ErrorKind::conflict)
      return fail(std::move(lock.error()));
    else if (!locks.failure)
      locks.failure = std::move(lock.error());
  }
  return locks;
}

Status check_records(const Plans& plans, const Locks& locks) {
  if (locks.failure) return fail(*locks.failure);
  for (const auto& folder : record_folders(plans))
    if (auto writable = apply::check_writable(folder); !writable) return writable;
  return {};
}

// On standard error, because it is not the result. Programs that read errors get no drawing.
void show_plan(const Context& context, const apply::Plan& plan) {
  if (context.invocation.flags.quiet || context.settings.error_format != ErrorFormat::text) return;
  output::Terminal terminal = context.terminal;
  terminal.colour = output::Colour::off;
  const auto shown = apply::present_plan(plan, apply::Unchanged::hidden);
  write_result(shown, {.terminal = terminal}, [&](std::string_view lines) {
    for (auto end = lines.find('\n'); end != std::string_view::npos; end = lines.find('\n')) {
      context.trace(lines.substr(0, end));
      lines.remove_prefix(end + 1);
    }
  });
}

Status ask(const Context& context, const apply::Plan& plan) {
  const auto& invocation = context.invocation;
  if (invocation.flags.yes) return {};
  const auto changes = counted(apply::count_sent(plan), "change");
  if (!context.input_is_terminal || invocation.flags.no_input || !context.ask)
    return fail(Error::usage(
        fmt::format("{} to apply, but no terminal to ask on; nothing was sent", changes),
        "--yes applies without asking; 'mrctl preset plan' shows what would be sent"));
  const auto answer = context.ask(fmt::format("Apply {} to {}? [y/N] ", changes, plan.service));
  if (!answer) return fail(answer.error());
  if (*answer == "y" || *answer == "Y" || *answer == "yes") return {};
  return fail(with_http({.kind = ErrorKind::interrupted, .message = "nothing was sent"}, {}));
}

// Reports progress a few times a second.
class Progress {
public:
  Progress(const Context& context, std::size_t all) : context_(context), all_(all) {}

  void count(const apply::Outcome& outcome) {
    if (!context_.begin_activity || outcome.fate == Fate::unchanged) return;
    ++done_;
    failed_ += outcome.fate == Fate::failed ? 1U : 0U;
    const auto now = Clock::now();
    if (now - shown_ < interval) return;
    shown_ = now;
    activity_ = context_.begin_activity(text(now));
  }

private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds interval{100};

  [[nodiscard]] std::string text(Clock::time_point now) const {
    const std::chrono::duration<double> elapsed = now - begin_;
    const auto rate = static_cast<double>(done_) / std::max(elapsed.count(), 0.001);
    return fmt::format("applied {} of {}, {} failed, {:.0f}/s", done_, all_, failed_, rate);
  }

  const Context& context_;
  std::size_t all_;
  std::size_t done_ = 0;
  std::size_t failed_ = 0;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point shown_{};
  std::unique_ptr<Activity> activity_;
};

// "live: a, b and 3 more".
template <class Holds>
void add_names(std::vector<std::string>& notes, std::string_view what,
               const apply::AppliedPlan& applied, Holds holds) {
  constexpr std::size_t most = 20;
  std::vector<std::string> names;
  std::size_t count = 0;
  for (std::size_t i = 0; i < applied.outcomes.size(); ++i)
    if (holds(applied.outcomes[i]) && ++count <= most)
      names.emplace_back(applied.plan.presets[i].slug);
  if (count == 0) return;
  const auto more = count > most ? fmt::format(" and {} more", count - most) : "";
  notes.push_back(fmt::format("{}: {}{}", what, fmt::join(names, ", "), more));
}

// What is live, what is not, and what to do, if not all went well.
std::vector<std::string> notes_on(const apply::AppliedPlan& applied) {
  std::vector<std::string> notes;
  const bool is_whole =
      apply::count_of(applied, Fate::failed) == 0 && apply::count_of(applied, Fate::not_sent) == 0;
  if (is_whole) return notes;
  add_names(notes, "live now", applied,
            [](const auto& outcome) { return apply::is_applied(outcome.fate); });
  add_names(notes, "failed, nothing was stored", applied, [](const auto& outcome) {
    return outcome.fate == Fate::failed && !outcome.may_be_stored;
  });
  add_names(notes, "unknown, a version may exist", applied, [](const auto& outcome) {
    return outcome.fate == Fate::failed && outcome.may_be_stored;
  });
  add_names(notes, "not sent", applied,
            [](const auto& outcome) { return outcome.fate == Fate::not_sent; });
  notes.emplace_back("run the same 'mrctl preset apply' again to send what is not live; what is "
                     "recorded is not sent twice");
  return notes;
}

// Other failures name a path or a request, which contains the slug.
Error named(Error error, std::string_view slug) {
  if (error.kind == ErrorKind::condition)
    error.message = fmt::format("{}: {}", slug, error.message);
  return error;
}

// In the order of the files. The results keep their own errors.
std::vector<Error> failures_of(const apply::AppliedPlan& applied,
                               std::map<std::size_t, Error> doubts) {
  std::vector<Error> failures;
  for (std::size_t i = 0; i < applied.outcomes.size(); ++i) {
    if (const auto& error = applied.outcomes[i].error)
      failures.push_back(named(*error, applied.plan.presets[i].slug));
    if (const auto doubt = doubts.find(i); doubt != doubts.end())
      failures.push_back(std::move(doubt->second));
  }
  return failures;
}

Error interrupted(ErrorKind kind, std::size_t left) {
  return with_http({.kind = kind, .message = fmt::format("interrupted; {} not sent", left)}, {});
}

struct Deployed {
  apply::AppliedPlan applied;
  std::vector<Error> failures;
};

Deployed deploy(const Context& context, const Plans& plans, const body::PresetReader& reader,
                const Locks& locks, const KnownWorkspace& workspace,
                const service::Service& service) {
  Progress progress(context, apply::count_sent(plans.plan));
  const auto tell = live_lines(context);
  Deployment deployment(context, plans, reader, locks.held, workspace,
                        [&](std::size_t index, const apply::Outcome& outcome) {
                          progress.count(outcome);
                          if (tell && outcome.fate != Fate::not_sent)
                            tell(apply::outcome_json(plans.plan.presets[index], outcome));
                        });
  std::optional<ErrorKind> ended;
  if (service.transport != nullptr)
    ended = service::create_presets(service, deployment, [&](std::size_t place, auto answer) {
      deployment.receive(place, std::move(answer));
    });
  Deployed deployed{{plans.plan, deployment.take_outcomes()}, {}};
  deployed.failures = failures_of(deployed.applied, deployment.take_doubts());
  if (service.transport != nullptr)
    for (const auto& folder : record_folders(plans))
      if (auto written = locks.held.at(folder)->bring_to_disk(); !written)
        deployed.failures.push_back(std::move(written.error()));
  const auto left = apply::count_of(deployed.applied, Fate::not_sent);
  if (ended && left > 0) deployed.failures.push_back(interrupted(*ended, left));
  if (tell)
    for (std::size_t i = 0; i < deployed.applied.outcomes.size(); ++i)
      if (const auto& outcome = deployed.applied.outcomes[i]; outcome.fate == Fate::not_sent)
        tell(apply::outcome_json(plans.plan.presets[i], outcome));
  return deployed;
}

Output answer_of(Deployed deployed, const Context& context) {
  Output output;
  const auto result = apply::present_outcome(deployed.applied, unchanged_in(context));
  if (live_lines(context))
    add_reports(output, context, result);
  else
    present(output, context, result);
  output.notes = notes_on(deployed.applied);
  std::ranges::move(deployed.failures, std::back_inserter(output.failures));
  output.when_interrupted = WhenInterrupted::result;
  return output;
}

} // namespace

Result<Output> preset_apply(const Context& context) {
  if (context.invocation.flags.dry_run) return preset_plan(context);
  const auto reader = body::PresetReader::make(context.invocation, context.read_file);
  if (!reader) return fail(reader.error());
  const auto locks = lock_records(context);
  if (!locks) return fail(locks.error());
  const auto plans = make_plan(context, *reader);
  if (!plans) return fail(plans.error());
  if (apply::count_sent(plans->plan) == 0) {
    auto answer = answer_of(deploy(context, *plans, *reader, *locks, {}, {}), context);
    answer.warnings = plans->warnings;
    return answer;
  }
  show_plan(context, plans->plan);
  if (const auto& found = *plans->found_changes; !found) return fail(found.error());
  if (auto agreed = ask(context, plans->plan); !agreed) return fail(std::move(agreed.error()));
  if (auto usable = check_records(*plans, *locks); !usable) return fail(std::move(usable.error()));
  const auto workspace = recorded_workspace(*plans);
  if (!workspace) return fail(workspace.error());
  const auto connection = connect(context, spec::create_preset.key);
  if (!connection) return fail(connection.error());
  auto answer =
      answer_of(deploy(context, *plans, *reader, *locks, *workspace, connection->service), context);
  answer.warnings = plans->warnings;
  const auto notes = connection_notes(connection->service);
  answer.notes.insert(answer.notes.begin(), notes.begin(), notes.end());
  return answer;
}

} // namespace mrctl::commands
