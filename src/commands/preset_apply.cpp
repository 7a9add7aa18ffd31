#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/locked_folder.hpp"
#include "mrctl/apply/outcome.hpp"
#include "mrctl/apply/record.hpp"
#include "mrctl/apply/store.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/stored_comparison.hpp"
#include "mrctl/commands/connection.hpp"
#include "mrctl/commands/rendering.hpp"
#include "mrctl/commands/reports.hpp"
#include "mrctl/config/key.hpp"
#include "mrctl/json/path.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/service/preset.hpp"

#include "apply_progress.hpp"
#include "checked_body.hpp"
#include "commands.hpp"
#include "deployment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace mrctl::commands {

namespace {

using apply::Fate;
using apply::Outcome;

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

Status check_plan_is_not_needed(const Context& context, const apply::Plan& plan) {
  const auto& project = context.service.settings.project;
  const auto* target = config::chosen_target(project);
  if (target == nullptr || !target->apply_needs_plan) return {};
  return fail(Error::usage(
      fmt::format("the target {} requires --plan ({}:{}); nothing was sent", target->name,
                  project.file, target->lines.at("apply_needs_plan")),
      fmt::format("read the plan, then use '--plan {}'", *apply::fingerprint_of(plan))));
}

Status agree(const Context& context, const apply::Plan& plan) {
  if (context.invocation.flags.plan) return check_fingerprint(context, plan);
  TRY(check_plan_is_not_needed(context, plan));
  return ask(context, plan);
}

Status check_form_of_fingerprint(const spec::FlagValues& flags) {
  if (!flags.plan || apply::is_fingerprint(*flags.plan)) return {};
  return fail(
      Error::usage(fmt::format("--plan must be {} hexadecimal digits in lower case, got '{}'",
                               apply::fingerprint_digits, *flags.plan),
                   "plans have 40 digits; 'mrctl preset plan' prints them in its last line"));
}

// The plan knows the key of the environment only.
Status look_for_key(const Context& context, const Plans& plans, const std::optional<ApiKey>& key) {
  if (!key || config::is_in_environment(key->secret, context.service.environment)) return {};
  std::vector<body::PresetFile> sent;
  for (std::size_t i = 0; i < plans.files.size(); ++i)
    if (apply::is_sent(plans.plan.presets[i].action)) sent.push_back(plans.files[i]);
  TRY_ASSIGN(const auto reader,
             body::PresetReader::make(context.invocation, context.input.read_file,
                                      secret_rules(context, key->secret)));
  const auto visited = body::visit_presets(
      sent, reader, [](const auto&, const auto&) { return [] { return Status(); }; });
  return visited ? Status() : fail(visited.error());
}

std::optional<std::int64_t> version_in(const std::optional<service::Number>& number) {
  const auto decimal = number ? number->value() : std::nullopt;
  return decimal ? apply::version_of(decimal->text()) : std::nullopt;
}

// A number that cannot be hashed counts as a missing answer.
std::string stored_hash_of(const service::Preset& preset) {
  const auto& version = preset.designated_version;
  const auto config = version ? version->config_text : std::string();
  const auto prompt =
      version && version->system_prompt ? json_quote(*version->system_prompt) : std::string();
  return apply::stored_hash({.config = config, .system_prompt = prompt})
      .value_or(apply::hash_of("null"));
}

apply::Applied applied_of(const service::Preset& preset, const apply::Hashed& hashed) {
  const auto& version = preset.designated_version;
  return {.workspace_id = preset.workspace_id,
          .preset_id = preset.id,
          .version = version ? version_in(version->version) : std::nullopt,
          .version_id = version && version->id ? version->id : preset.designated_version_id,
          .applied = hashed.hash,
          .stored = stored_hash_of(preset),
          .body = hashed.text};
}

std::string paths_of(const std::vector<body::Difference>& differences) {
  std::vector<std::string> paths;
  for (const auto& difference : differences)
    paths.push_back(dotted(difference.path));
  return fmt::format("{}", fmt::join(paths, ", "));
}

std::string words_on(const body::Comparison& stored) {
  std::string out;
  if (!stored.changed.empty())
    out = fmt::format("the service changed {}", fmt::join(stored.changed, ", "));
  if (!stored.lost.empty())
    out += fmt::format("{} keep {}", out.empty() ? "the service did not" : " and did not",
                       paths_of(stored.lost));
  return out;
}

// Other kinds would say by their exit code that nothing at all was sent.
Error local_failure(Error error) {
  error.kind = ErrorKind::internal;
  return with_http(std::move(error), {});
}

// Sends the presets of a plan that have to be sent, and keeps their records true at every moment:
// the pending record is written before its request is created, and the answer replaces it before
// the outcome is reported.
class Deployment {
public:
  // Called with the outcome of each preset, by its position in the plan.
  using Report = std::function<void(std::size_t index, const Outcome& outcome)>;

  Deployment(const Context& context, const Plans& plans, const body::PresetReader& reader,
             const LockedFolders& folders, KnownWorkspace workspace, Report report);

  // Returns why it stopped before everything was sent, if so.
  std::optional<ErrorKind> send(service::PresetBatch batch);

  // Returns an outcome for each preset of the plan that has a file.
  [[nodiscard]] std::vector<Outcome> take_outcomes() { return std::move(outcomes_); }

  // Returns what --strict treats as failures although it was recorded, by position in the plan.
  [[nodiscard]] std::map<std::size_t, Error> take_doubts() { return std::move(doubts_); }

private:
  // A request in progress.
  struct Sending {
    std::size_t index = 0; // in the plan
    std::optional<apply::Record> before;
    apply::Hashed hashed;
    JsonText body;
  };

  void queue();
  [[nodiscard]] std::size_t most_to_start(std::size_t room) const;
  void start_next(service::PresetBatch& batch);
  [[nodiscard]] Result<SharedText> prepare(std::size_t index);
  void receive(service::CreatedPreset created);
  [[nodiscard]] const std::string& folder_of(std::size_t index) const;
  [[nodiscard]] apply::RecordOf record_of(std::size_t index) const;
  [[nodiscard]] Status write(std::size_t index, const std::optional<apply::Record>& record) const;
  void tell(std::size_t index, Outcome outcome, Status written);
  void fail_one(std::size_t index, Error error, Status written);
  void take_answer(const Sending& sending, const service::Answer& answer);
  void take_failure(const Sending& sending, Error error);
  void drop_secret_ids(const Sending& sending, service::Preset& preset);
  void refuse_slug(const Sending& sending, const std::string& slug);
  void refuse_workspace(const Sending& sending, const std::string& workspace);
  void look_at_stored(const Sending& sending, const service::Preset& preset, Outcome& outcome);
  void doubt(std::size_t index, std::string sentence);

  const Context& context_;
  const Plans& plans_;
  const body::PresetReader& reader_;
  const LockedFolders& folders_;
  Report report_;
  std::deque<std::size_t> queue_; // positions in the plan
  std::map<std::size_t, Sending> in_progress_;
  std::size_t started_ = 0;
  std::vector<Outcome> outcomes_;
  std::map<std::size_t, Error> doubts_;
  KnownWorkspace workspace_;
  bool is_settled_;         // whether no answer is needed to show that the key is of that workspace
  bool is_stopped_ = false; // starts no new requests
};

Deployment::Deployment(const Context& context, const Plans& plans, const body::PresetReader& reader,
                       const LockedFolders& folders, KnownWorkspace workspace, Report report)
    : context_(context), plans_(plans), reader_(reader), folders_(folders),
      report_(std::move(report)), outcomes_(plans.files.size()), workspace_(std::move(workspace)),
      is_settled_(!workspace_) {
  queue();
}

void Deployment::queue() {
  for (std::size_t i = 0; i < plans_.files.size(); ++i) {
    const auto& planned = plans_.plan.presets[i];
    if (apply::is_sent(planned.action))
      queue_.push_back(i);
    else
      tell(i, {.fate = Fate::unchanged, .version = planned.version}, {});
  }
  // The single first request is for a preset with a record.
  const auto known = std::find_if(queue_.begin(), queue_.end(), [&](std::size_t index) {
    return plans_.plan.presets[index].applied.has_value();
  });
  if (known == queue_.end() || known == queue_.begin()) return;
  const auto index = *known;
  queue_.erase(known);
  queue_.push_front(index);
}

std::optional<ErrorKind> Deployment::send(service::PresetBatch batch) {
  for (;;) {
    while (!queue_.empty() && most_to_start(batch.room()) > 0)
      start_next(batch);
    auto created = batch.next();
    if (!created) return batch.stopped();
    receive(*std::move(created));
  }
}

void Deployment::start_next(service::PresetBatch& batch) {
  const auto index = queue_.front();
  queue_.pop_front();
  if (auto body = prepare(index))
    batch.start(plans_.files[index].slug, *std::move(body));
  else
    fail_one(index, local_failure(std::move(body.error())), {});
}

// Until an answer has shown that the key belongs to the workspace of the records, requests go
// alone.
std::size_t Deployment::most_to_start(std::size_t room) const {
  if (is_stopped_) return 0;
  if (is_settled_) return room;
  return in_progress_.empty() ? std::min<std::size_t>(room, 1) : 0;
}

// Bodies are read a second time, because 100,000 of them do not fit in memory. The record is
// pending before the request exists.
Result<SharedText> Deployment::prepare(std::size_t index) {
  const auto& file = plans_.files[index];
  auto body = reader_.read(file);
  if (!body) return fail(std::move(body.error()));
  TRY_ASSIGN(auto hashed, apply::hashed_body(body->json.text()));
  if (hashed.hash != plans_.plan.presets[index].hash.text())
    return fail(
        Error::usage(fmt::format("{} changed after the plan was made; it was not sent", file.path),
                     "run the command again"));
  TRY_ASSIGN(auto before, apply::read_record(folder_of(index), record_of(index)));
  auto pending = with_pending(before, record_of(index), hashed.hash,
                              recorded_file(plans_, context_, index, before));
  if (auto written = write(index, pending); !written) {
    is_stopped_ = true;
    return fail(std::move(written.error()));
  }
  in_progress_.emplace(started_++,
                       Sending{index, std::move(before), std::move(hashed), body->json});
  return body::text_to_send(*std::move(body));
}

const std::string& Deployment::folder_of(std::size_t index) const {
  return plans_.folders.at(plans_.files[index].argument);
}

apply::RecordOf Deployment::record_of(std::size_t index) const {
  return {plans_.plan.service, plans_.files[index].slug};
}

Status Deployment::write(std::size_t index, const std::optional<apply::Record>& record) const {
  return folders_.at(folder_of(index))
      ->replace_record(plans_.files[index].slug,
                       record ? std::optional(record_text(*record)) : std::nullopt);
}

void Deployment::tell(std::size_t index, Outcome outcome, Status written) {
  auto& known = outcomes_[index];
  known = std::move(outcome);
  if (!written) {
    is_stopped_ = true;
    known.is_stored = known.is_stored || apply::is_applied(known.fate);
    known.fate = Fate::failed;
    known.may_be_stored = true;
    known.error = std::make_unique<Error>(
        std::move(written.error())
            .with_hint("the state says 'retry': apply again when the folder is writable"));
  }
  report_(index, known);
}

void Deployment::fail_one(std::size_t index, Error error, Status written) {
  if (context_.invocation.flags.fail_fast) is_stopped_ = true;
  const bool was_not_begun = is_interruption(error.kind) && error.http &&
                             error.http->sent == Sent::no && error.http->attempts <= 1;
  Outcome outcome{.fate = was_not_begun ? Fate::not_sent : Fate::failed};
  outcome.may_be_stored = service::may_have_stored(error);
  if (outcome.may_be_stored)
    error.hint = fmt::format("{}: run 'mrctl preset apply' again to find out whether this request "
                             "arrived",
                             possible_effect(RequestEffect::version));
  if (!was_not_begun) outcome.error = std::make_unique<Error>(std::move(error));
  tell(index, std::move(outcome), std::move(written));
}

void Deployment::receive(service::CreatedPreset created) {
  const auto sending = std::move(in_progress_.extract(created.place).mapped());
  auto& answer = created.answer;
  if (answer)
    take_answer(sending, *answer);
  else
    take_failure(sending, std::move(answer.error()));
}

// After a rejection, restores the previous record, or none.
void Deployment::take_failure(const Sending& sending, Error error) {
  auto written = service::may_have_stored(error) ? Status() : write(sending.index, sending.before);
  fail_one(sending.index, std::move(error), std::move(written));
}

void Deployment::take_answer(const Sending& sending, const service::Answer& answer) {
  auto preset = service::read_preset(answer.value, answer.data.text());
  if (preset.slug && *preset.slug != record_of(sending.index).slug)
    return refuse_slug(sending, *preset.slug);
  drop_secret_ids(sending, preset);
  if (workspace_ && preset.workspace_id && *preset.workspace_id != *workspace_)
    return refuse_workspace(sending, *preset.workspace_id);
  is_settled_ = true;
  if (!workspace_) workspace_ = preset.workspace_id;

  const auto identity = record_of(sending.index);
  const apply::Record record{std::string(identity.service),
                             std::string(identity.slug),
                             applied_of(preset, sending.hashed),
                             {},
                             recorded_file(plans_, context_, sending.index, sending.before)};
  Outcome outcome{.fate = apply::fate_of(plans_.plan.presets[sending.index].action),
                  .version = record.last->version,
                  .version_id = record.last->version_id.value_or("")};
  const auto note = apply::read_version(
      sending.before, {record.last->preset_id, record.last->version}, sending.hashed.hash);
  if (!note.sentence.empty()) outcome.notes.push_back(note.sentence);
  if (note.is_suspicious()) doubt(sending.index, note.sentence);
  look_at_stored(sending, preset, outcome);
  tell(sending.index, std::move(outcome), write(sending.index, record));
}

// What was stored is not known, so the record stays pending.
void Deployment::refuse_slug(const Sending& sending, const std::string& slug) {
  HttpFacts facts;
  facts.sent = Sent::unknown;
  auto error = Error::unexpected_response(
      fmt::format("the answer about {} is about another preset, {}; it was not recorded",
                  record_of(sending.index).slug, json_quote(context_.service.hide_secrets(slug))));
  fail_one(sending.index, with_http(std::move(error), facts), {});
}

// Records are committed, and results are kept: the key must not get there by way of an answer.
void Deployment::drop_secret_ids(const Sending& sending, service::Preset& preset) {
  std::vector<std::optional<std::string>*> ids{&preset.id, &preset.workspace_id,
                                               &preset.designated_version_id};
  if (preset.designated_version) ids.push_back(&preset.designated_version->id);
  bool is_dropped = false;
  for (auto* id : ids) {
    if (!*id || context_.service.hide_secrets(**id) == **id) continue;
    id->reset();
    is_dropped = true;
  }
  if (!is_dropped) return;
  Problem warning;
  warning.severity = Severity::warning;
  warning.rule = "answer.secret";
  warning.message = fmt::format("the answer about {} contains the key as an id, recorded as null",
                                record_of(sending.index).slug);
  context_.service.warn(std::move(warning));
}

void Deployment::refuse_workspace(const Sending& sending, const std::string& workspace) {
  is_stopped_ = true;
  auto error =
      Error::condition(fmt::format("this key belongs to another workspace: the answer is from {}, "
                                   "but the state is for {}; it was not recorded",
                                   workspace, *workspace_),
                       "use the key of that workspace, or choose a separate target with --target, "
                       "MRCTL_TARGET or the profile's 'target'");
  HttpFacts facts;
  facts.sent = Sent::yes;
  tell(sending.index,
       {.fate = Fate::failed,
        .may_be_stored = true,
        .is_stored = true,
        .error = std::make_unique<Error>(with_http(std::move(error), facts))},
       write(sending.index, sending.before));
}

void Deployment::look_at_stored(const Sending& sending, const service::Preset& preset,
                                Outcome& outcome) {
  const auto& version = preset.designated_version;
  if (!version || !version->config.is_object()) {
    outcome.notes.emplace_back("the service did not say what it stored");
    return doubt(sending.index, outcome.notes.back());
  }
  const auto stored = body::compare(sending.body, version->config);
  if (stored.is_as_sent()) return;
  outcome.notes.push_back(words_on(stored));
  doubt(sending.index, outcome.notes.back());
}

void Deployment::doubt(std::size_t index, std::string sentence) {
  if (!context_.invocation.flags.strict || doubts_.contains(index)) return;
  HttpFacts facts;
  facts.sent = Sent::yes;
  doubts_.emplace(index,
                  with_http(Error::condition(fmt::format("{}: {}, and --strict is in effect",
                                                         plans_.files[index].slug, sentence)),
                            facts));
}

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

output::GateResult strict_result(const std::map<std::size_t, Error>& doubts, const Plans& plans) {
  std::vector<std::string_view> slugs;
  for (const auto& [index, doubt] : doubts)
    slugs.push_back(plans.files[index].slug);
  return {"strict", true, slugs.empty(),
          slugs.empty() ? "every answer is as expected"
                        : fmt::format("unexpected answers about {}", fmt::join(slugs, ", "))};
}

struct Deployed {
  apply::AppliedPlan applied;
  std::vector<Error> failures;
};

Deployed deploy(const Context& context, const Plans& plans, const body::PresetReader& reader,
                const Locks& locks, const KnownWorkspace& workspace,
                const service::Service& service) {
  ApplyProgress progress(context, apply::count_sent(plans.plan));
  const auto tell = live_lines(context);
  Deployment deployment(
      context, plans, reader, locks.held, workspace,
      [&](std::size_t index, const Outcome& outcome) {
        progress.count(outcome);
        if (tell && outcome.fate != Fate::not_sent)
          tell(apply::outcome_json(plans.plan, plans.plan.presets[index], outcome));
      });
  std::optional<ErrorKind> ended;
  if (service.transport != nullptr) ended = deployment.send(service::PresetBatch(service));
  Deployed deployed{{plans.plan, deployment.take_outcomes()}, {}};
  auto doubts = deployment.take_doubts();
  if (context.invocation.flags.strict)
    deployed.applied.gates.push_back(strict_result(doubts, plans));
  deployed.failures = failures_of(deployed.applied, std::move(doubts));
  if (service.transport != nullptr)
    for (const auto& folder : record_folders(plans))
      if (auto written = locks.held.at(folder)->bring_to_disk(); !written)
        deployed.failures.push_back(std::move(written.error()));
  const auto left = apply::count_of(deployed.applied, Fate::not_sent);
  if (ended && left > 0)
    deployed.failures.push_back(
        with_http({.kind = *ended, .message = fmt::format("interrupted; {} not sent", left)}, {}));
  if (tell)
    for (std::size_t i = 0; i < deployed.applied.outcomes.size(); ++i)
      if (const auto& outcome = deployed.applied.outcomes[i]; outcome.fate == Fate::not_sent)
        tell(apply::outcome_json(plans.plan, plans.plan.presets[i], outcome));
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
  TRY(check_form_of_fingerprint(context.invocation.flags));
  if (context.invocation.flags.dry_run) return preset_plan(context);
  const auto reader =
      body::PresetReader::make(context.invocation, context.input.read_file, secret_rules(context));
  if (!reader) return fail(reader.error());
  TRY_ASSIGN(const auto locks, lock_records(context));
  const auto plans = make_plan(context, *reader);
  if (!plans) return refused(context, plans.error());
  if (apply::count_sent(plans->plan) == 0) {
    auto answer = answer_of(deploy(context, *plans, *reader, locks, {}, {}), context);
    answer.warnings = plans->warnings;
    return answer;
  }
  // Before the plan is shown, which must not hold the key.
  const auto connection = connect(context, spec::create_preset.key);
  if (connection)
    if (auto clean = look_for_key(context, *plans, connection->service.key); !clean)
      return refused(context, std::move(clean.error()));
  show_plan(context, *plans);
  TRY(*plans->found_changes);
  TRY(agree(context, plans->plan));
  TRY(check_records(*plans, locks));
  TRY_ASSIGN(const auto workspace, known_workspace(context, *plans));
  if (!connection) return fail(connection.error());
  auto answer =
      answer_of(deploy(context, *plans, *reader, locks, workspace, connection->service), context);
  answer.warnings = plans->warnings;
  auto notes = connection_notes(connection->service);
  if (!shows_plan(context)) std::ranges::copy(notes_on(*plans), std::back_inserter(notes));
  answer.notes.insert(answer.notes.begin(), notes.begin(), notes.end());
  return answer;
}

} // namespace mrctl::commands
