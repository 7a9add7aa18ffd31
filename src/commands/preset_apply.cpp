#include "mrctl/apply/outcome_report.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/commands/connection.hpp"
#include "mrctl/commands/rendering.hpp"
#include "mrctl/commands/reports.hpp"

#include "checked_body.hpp"
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
  const auto changes = counted(apply::count_sent(plan), "change");
  return ask_for(context, {.question = fmt::format("Apply {} to {}?", changes, plan.service),
                           .purpose = changes + " to apply",
                           .otherwise = "nothing was sent",
                           .hint = "--yes applies without asking; 'mrctl preset plan' shows what "
                                   "would be sent"});
}

// Whoever read a plan agreed to that plan alone.
Status check_fingerprint(const Context& context, const apply::Plan& plan) {
  const auto& agreed = *context.invocation.flags.plan;
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

Status agree(const Context& context, const apply::Plan& plan) {
  return context.invocation.flags.plan ? check_fingerprint(context, plan) : ask(context, plan);
}

Status check_form_of_fingerprint(const spec::FlagValues& flags) {
  if (!flags.plan || apply::is_fingerprint(*flags.plan)) return {};
  return fail(
      Error::usage(fmt::format("--plan must be {} hexadecimal digits in lower case, got '{}'",
                               apply::fingerprint_digits, *flags.plan),
                   "'mrctl preset plan' prints the fingerprint in its last line"));
}

// The plan knows the key of the environment only.
Status look_for_key(const Context& context, const Plans& plans, const ApiKey& key) {
  std::vector<body::PresetFile> sent;
  for (std::size_t i = 0; i < plans.files.size(); ++i)
    if (apply::is_sent(plans.plan.presets[i].action)) sent.push_back(plans.files[i]);
  const auto reader = body::PresetReader::make(context.invocation, context.read_file,
                                               secret_rules(context, key.secret));
  if (!reader) return fail(reader.error());
  const auto visited = body::visit_presets(
      sent, *reader, [](const auto&, const auto&) { return [] { return Status(); }; });
  return visited ? Status() : fail(visited.error());
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

// What is live, what is not, and what to do, if not all went well.
std::vector<std::string> notes_on(const apply::AppliedPlan& applied) {
  constexpr std::size_t most_slugs = 20;
  const bool is_whole =
      apply::count_of(applied, Fate::failed) == 0 && apply::count_of(applied, Fate::not_sent) == 0;
  if (is_whole) return {};
  auto notes = apply::groups_of(applied, most_slugs);
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
  if (auto usable = check_form_of_fingerprint(context.invocation.flags); !usable)
    return fail(std::move(usable.error()));
  if (context.invocation.flags.dry_run) return preset_plan(context);
  const auto reader =
      body::PresetReader::make(context.invocation, context.read_file, secret_rules(context));
  if (!reader) return fail(reader.error());
  const auto locks = lock_records(context);
  if (!locks) return fail(locks.error());
  const auto plans = make_plan(context, *reader);
  if (!plans) return refused(context, plans.error());
  if (apply::count_sent(plans->plan) == 0) {
    auto answer = answer_of(deploy(context, *plans, *reader, *locks, {}, {}), context);
    answer.warnings = plans->warnings;
    return answer;
  }
  show_plan(context, plans->plan);
  if (const auto& found = *plans->found_changes; !found) return fail(found.error());
  if (auto agreed = agree(context, plans->plan); !agreed) return fail(std::move(agreed.error()));
  if (auto usable = check_records(*plans, *locks); !usable) return fail(std::move(usable.error()));
  const auto workspace = recorded_workspace(*plans);
  if (!workspace) return fail(workspace.error());
  const auto connection = connect(context, spec::create_preset.key);
  if (!connection) return fail(connection.error());
  if (const auto& key = connection->service.key;
      key && !key->origin.starts_with("from MRCTL_API_KEY ("))
    if (auto clean = look_for_key(context, *plans, *key); !clean)
      return refused(context, std::move(clean.error()));
  auto answer =
      answer_of(deploy(context, *plans, *reader, *locks, *workspace, connection->service), context);
  answer.warnings = plans->warnings;
  const auto notes = connection_notes(connection->service);
  answer.notes.insert(answer.notes.begin(), notes.begin(), notes.end());
  return answer;
}

} // namespace mrctl::commands
