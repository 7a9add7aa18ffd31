#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/live_plan.hpp"
#include "mrctl/apply/outcome.hpp"
#include "mrctl/apply/record.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/body/stored_comparison.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/service/preset.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <utility>

namespace mrctl::apply {

namespace {

std::string words_on(const body::Comparison& stored) {
  std::string out;
  if (!stored.changed.empty())
    out = fmt::format("the service changed {}", fmt::join(stored.changed, ", "));
  if (stored.lost.empty()) return out;
  const auto lost =
      mapped(stored.lost, [](const auto& difference) { return dotted(difference.path); });
  return fmt::format("{} keep {}", out.empty() ? "the service did not" : out + " and did not",
                     fmt::join(lost, ", "));
}

class Deployment {
public:
  Deployment(const Plans& plans, const body::PresetReader& reader, const Locks& locks,
             KnownWorkspace workspace, const DeploymentEvents& events)
      : sent_plan_(sending_plan_of(plans)), plans_(plans), reader_(reader), locks_(locks),
        events_(events), outcomes_(plans.files.size()), workspace_(std::move(workspace)),
        is_settled_(!workspace_) {
    for (std::size_t i = 0; i < plans_.files.size(); ++i) {
      const auto& planned = plans_.plan.presets[i];
      if (is_sent(planned.action))
        queue_.push_back(i);
      else
        settle(i);
    }
    // The single first request is for a preset with a record.
    const auto known = std::ranges::find_if(
        queue_, [&](std::size_t index) { return plans_.plan.presets[index].applied.has_value(); });
    if (known == queue_.end() || known == queue_.begin()) return;
    const auto index = *known;
    queue_.erase(known);
    queue_.push_front(index);
  }

  // Returns why it stopped before everything was sent, if so.
  std::optional<ErrorKind> send(service::PresetBatch& batch) {
    for (;;) {
      while (!queue_.empty() && most_to_start(batch.room()) > 0)
        start_next(batch);
      auto answered = batch.next();
      if (!answered) break;
      receive(*std::move(answered));
    }
    for (const auto index : queue_)
      restore_former_record(index);
    return batch.stopped();
  }

  // Returns whether the time of the records' lease was over before everything was sent.
  [[nodiscard]] bool is_late() const { return is_late_; }

  // Returns an outcome for each preset of the plan that has a file.
  [[nodiscard]] std::vector<Outcome> take_outcomes() { return std::move(outcomes_); }

  // Returns what --strict treats as failures although it was recorded, by position in the plan.
  [[nodiscard]] std::map<std::size_t, Error> take_doubts() { return std::move(doubts_); }

private:
  // A request in progress.
  struct Sending {
    std::size_t index = 0; // in the plan
    std::optional<Record> before;
    Hashed hashed;
    JsonText body;
  };

  // Until an answer has shown that the key belongs to the workspace of the records, requests go
  // alone.
  [[nodiscard]] std::size_t most_to_start(std::size_t room) {
    if (is_stopped_) return 0;
    is_late_ = is_stopped_ = !std::ranges::all_of(
        locks_.held, [](const auto& records) { return records.second->may_start(); });
    if (is_stopped_) return 0;
    if (is_settled_) return room;
    return in_progress_.empty() ? std::min<std::size_t>(room, 1) : 0;
  }

  void start_next(service::PresetBatch& batch) {
    const auto index = queue_.front();
    queue_.pop_front();
    if (auto prepared = prepare(index)) {
      auto& [sending, text] = *prepared;
      const auto place = batch.start(plans_.files[index].slug, std::move(text));
      in_progress_.emplace(place, std::move(sending));
    } else {
      // Other kinds would say by their exit code that nothing at all was sent.
      prepared.error().kind = ErrorKind::internal;
      restore_former_record(index);
      fail_one(index, with_http(std::move(prepared.error()), {}), {});
    }
  }

  // A body that the reader keeps is the one that was planned. Others are read a second time,
  // because 100,000 do not fit in memory. The record is pending before the request exists.
  [[nodiscard]] Result<std::pair<Sending, SharedText>> prepare(std::size_t index) {
    const auto& file = plans_.files[index];
    const auto kept = reader_.kept(file);
    TRY_ASSIGN(auto body, kept ? Result<body::Body>(*kept) : reader_.read(file));
    TRY_ASSIGN(auto canonical, canonical_body(body.json.text()));
    Hashed hashed{std::move(canonical), plans_.plan.presets[index].hash.text()};
    if (!kept && hash_of(hashed.text) != hashed.hash)
      return fail(Error::usage(
          fmt::format("{} changed after the plan was made; it was not sent", file.path),
          "run the command again"));
    TRY_ASSIGN(auto recorded, read_record(plans_.records_of(file), record_of(index)));
    auto before = without_refused(std::move(recorded));
    const bool is_announced = plans_.where.store->announces();
    if (auto written =
            is_announced
                ? Status()
                : write(index, with_pending(before, record_of(index), hashed.hash,
                                            recorded_file(plans_, index, before), sent_plan_));
        !written) {
      is_stopped_ = true;
      return fail(std::move(written.error()));
    }
    Sending sending{index, std::move(before), std::move(hashed), body.json};
    return std::pair(std::move(sending), body::text_to_send(std::move(body)));
  }

  void receive(service::AnsweredPreset answered) {
    const auto sending = std::move(in_progress_.extract(answered.place).mapped());
    if (answered.answer) return take_answer(sending, *answered.answer);
    auto& error = answered.answer.error();
    // After a rejection, restores the previous record, or none.
    auto written = service::may_have_stored(error)
                       ? Status()
                       : write(sending.index, unsent(sending.index, sending.before));
    fail_one(sending.index, std::move(error), std::move(written));
  }

  [[nodiscard]] RecordOf record_of(std::size_t index) const {
    return {plans_.plan.service, plans_.files[index].slug};
  }
  [[nodiscard]] Status write(std::size_t index, const std::optional<Record>& record) const {
    const auto& file = plans_.files[index];
    return write_record(*locks_.held.at(plans_.folder_of(file)), file.slug, record);
  }
  // Restores the record of a preset that was announced and not sent.
  void restore_former_record(std::size_t index) const {
    if (!plans_.where.store->announces()) return;
    auto before = read_record(plans_.records_of(plans_.files[index]), record_of(index));
    // A record that cannot be written stays pending, and the next plan says "retry".
    if (before) static_cast<void>(write(index, unsent(index, without_refused(*std::move(before)))));
  }

  // Returns the record of a preset of which nothing was stored: the former one, which says of an
  // agreed plan that the preset is left.
  [[nodiscard]] std::optional<Record> unsent(std::size_t index,
                                             std::optional<Record> before) const {
    if (!plans_.agreed) return before;
    const bool was_lost = is_lost(before);
    auto file = recorded_file(plans_, index, before);
    auto record = with_pending(std::move(before), record_of(index),
                               plans_.plan.presets[index].hash.text(), std::move(file), sent_plan_);
    record.pending->is_refused = !was_lost;
    return record;
  }

  // Records a preset that is live already.
  void settle(std::size_t index) {
    const auto& planned = plans_.plan.presets[index];
    Outcome outcome{.done = planned.action, .version = planned.newest_version()};
    if (needs_new_record(planned)) {
      if (planned.live != nullptr) outcome.version_id = planned.live->facts.version_id.value_or("");
      auto recorded = record_of_live(plans_, index, reader_).and_then([&](const Record& record) {
        return write(index, record);
      });
      if (!recorded) {
        is_stopped_ = true;
        outcome.done = Action::failed;
        outcome.error = std::make_unique<Error>(with_http(std::move(recorded.error()), {}));
      }
    }
    tell(index, std::move(outcome), {});
  }

  void tell(std::size_t index, Outcome outcome, Status written) {
    auto& known = outcomes_[index];
    known = std::move(outcome);
    if (!written) {
      is_stopped_ = true;
      known.is_stored = known.is_stored || is_sent(known.done);
      known.done = Action::failed;
      known.may_be_stored = known.may_be_stored || !known.error;
      auto& error = written.error();
      // A rejection by the service comes first: nothing was stored.
      if (known.error) error.message = fmt::format("{}; {}", known.error->message, error.message);
      if (known.error) error.http = known.error->http;
      known.error = std::make_unique<Error>(std::move(error).with_hint(
          "the state says 'retry': apply again when the folder is writable"));
    }
    events_.report(index, known);
  }

  void fail_one(std::size_t index, Error error, Status written) {
    // A key that the service does not know will not be known for the other presets either.
    constexpr int unauthorized = 401;
    const bool is_refused_key = error.http && error.http->status == unauthorized;
    if (reader_.invocation().flags.fail_fast || is_refused_key) is_stopped_ = true;
    const bool was_not_begun = is_interruption(error.kind) && error.http &&
                               error.http->sent == Sent::no && error.http->attempts <= 1;
    Outcome outcome{.done = was_not_begun ? Action::not_sent : Action::failed};
    outcome.may_be_stored = service::may_have_stored(error);
    if (outcome.may_be_stored)
      error.hint =
          fmt::format("{}: run 'mrctl preset apply' again to find out whether this request "
                      "arrived",
                      possible_effect(RequestEffect::version));
    if (!was_not_begun) outcome.error = std::make_unique<Error>(std::move(error));
    tell(index, std::move(outcome), std::move(written));
  }

  void take_answer(const Sending& sending, const service::Answer& answer) {
    auto preset = service::read_preset(answer.value, answer.data.text());
    if (preset.slug && *preset.slug != record_of(sending.index).slug)
      return refuse_slug(sending, *preset.slug);
    if (auto warning = drop_secret_ids(preset, record_of(sending.index).slug, events_.hide_secrets))
      events_.warn(*std::move(warning));
    if (workspace_ && preset.workspace_id && *preset.workspace_id != *workspace_)
      return refuse_workspace(sending, *preset.workspace_id);
    is_settled_ = true;
    if (!workspace_) workspace_ = preset.workspace_id;

    const auto identity = record_of(sending.index);
    const Record record{std::string(identity.service),
                        std::string(identity.slug),
                        applied_of(preset, sending.hashed),
                        {},
                        recorded_file(plans_, sending.index, sending.before)};
    const auto& planned = plans_.plan.presets[sending.index];
    Outcome outcome{.done = planned.action,
                    .version = record.last->version,
                    .version_id = record.last->version_id.value_or("")};
    const auto note =
        read_version(known_before(planned, sending.before),
                     {record.last->preset_id, record.last->version}, sending.hashed.hash);
    if (planned.live_state == LiveState::gone)
      outcome.notes.emplace_back("it was deleted elsewhere, and is created anew");
    if (!note.sentence.empty()) outcome.notes.push_back(note.sentence);
    if (note.is_suspicious()) fail_if_strict(sending.index, note.sentence);
    look_at_stored(sending, preset, outcome);
    tell(sending.index, std::move(outcome), write(sending.index, record));
  }

  // Fails for an answer about another slug. What was stored is not known, so the record stays
  // pending.
  void refuse_slug(const Sending& sending, const std::string& slug) {
    HttpFacts facts;
    facts.sent = Sent::unknown;
    auto error = Error::unexpected_response(
        fmt::format("the answer about {} is about another preset, {}; it was not recorded",
                    record_of(sending.index).slug, json_quote(events_.hide_secrets(slug))));
    fail_one(sending.index, with_http(std::move(error), facts), {});
  }

  void refuse_workspace(const Sending& sending, const std::string& workspace) {
    is_stopped_ = true;
    auto error = other_workspace(workspace, *workspace_, "it was not recorded");
    HttpFacts facts;
    facts.sent = Sent::yes;
    tell(sending.index,
         {.done = Action::failed,
          .may_be_stored = true,
          .is_stored = true,
          .error = std::make_unique<Error>(with_http(std::move(error), facts))},
         write(sending.index, sending.before));
  }

  void look_at_stored(const Sending& sending, const service::Preset& preset, Outcome& outcome) {
    const auto& version = preset.designated_version;
    if (!version || !version->config.is_object()) {
      outcome.notes.emplace_back("the service did not say what it stored");
      return fail_if_strict(sending.index, outcome.notes.back());
    }
    const auto stored = body::compare(sending.body, version->config);
    if (stored.is_as_sent()) return;
    outcome.notes.push_back(words_on(stored));
    fail_if_strict(sending.index, outcome.notes.back());
  }

  void fail_if_strict(std::size_t index, std::string_view sentence) {
    if (!reader_.invocation().flags.strict || doubts_.contains(index)) return;
    HttpFacts facts;
    facts.sent = Sent::yes;
    doubts_.emplace(index,
                    with_http(Error::condition(fmt::format("{}: {}, and --strict is in effect",
                                                           plans_.files[index].slug, sentence)),
                              facts));
  }

  SendingPlan sent_plan_;
  const Plans& plans_;
  const body::PresetReader& reader_;
  const Locks& locks_;
  const DeploymentEvents& events_;
  std::deque<std::size_t> queue_; // positions in the plan
  std::map<std::size_t, Sending> in_progress_;
  std::vector<Outcome> outcomes_;
  std::map<std::size_t, Error> doubts_;
  KnownWorkspace workspace_;
  bool is_settled_;         // whether no answer is needed to show that the key is of that workspace
  bool is_stopped_ = false; // starts no new requests
  bool is_late_ = false;    // the time for requests is over, so it is stopped
};

// Returns what a refusal (4xx) says; nothing for another failure.
std::optional<std::pair<int, std::string_view>> refusal_in(const Error& error) {
  constexpr int first = 400;
  constexpr int after = 500;
  if (!error.http || error.http->status < first || error.http->status >= after) return std::nullopt;
  return std::pair(error.http->status, std::string_view(error.message));
}

// `alike` are the presets that were refused in the same words, if any.
Error failure_of(const Error& error, std::string_view slug,
                 std::span<const std::string_view> alike) {
  constexpr std::size_t most_slugs = 10;
  auto failure = error;
  // Other failures name a path or a request, which contains the slug.
  if (failure.kind == ErrorKind::condition)
    failure.message = fmt::format("{}: {}", slug, failure.message);
  if (alike.size() > 1)
    failure.message +=
        fmt::format(" ({}: {})", counted(alike.size(), "preset"), listed(alike, most_slugs));
  return failure;
}

// Returns the failures in the order of the files. The results keep their own errors; equal refusals
// are one failure.
std::vector<Error> failures_of(const AppliedPlan& applied, std::map<std::size_t, Error> doubts) {
  std::map<std::pair<int, std::string_view>, std::vector<std::string_view>> refused;
  for (std::size_t i = 0; i < applied.outcomes.size(); ++i)
    if (const auto& error = applied.outcomes[i].error)
      if (const auto refusal = refusal_in(*error))
        refused[*refusal].push_back(applied.plan.presets[i].slug);
  std::vector<Error> failures;
  for (std::size_t i = 0; i < applied.outcomes.size(); ++i) {
    const auto slug = applied.plan.presets[i].slug;
    if (const auto& error = applied.outcomes[i].error) {
      const auto refusal = refusal_in(*error);
      const auto alike = refusal ? std::span<const std::string_view>(refused.at(*refusal))
                                 : std::span<const std::string_view>();
      if (alike.empty() || alike.front() == slug)
        failures.push_back(failure_of(*error, slug, alike));
    }
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

// Failures of records come before conditions, which are about what was applied, and after others.
void add_failures_of_records(Deployed& deployed, std::vector<Error> failures) {
  const auto at = std::ranges::find(deployed.failures, ErrorKind::condition, &Error::kind);
  const bool is_first = at == deployed.failures.begin();
  deployed.failures.insert(is_first ? at : deployed.failures.end(),
                           std::make_move_iterator(failures.begin()),
                           std::make_move_iterator(failures.end()));
}

Status make_pending(const Plans& plans, std::size_t i, const SendingPlan& sending,
                    LockedRecords& records) {
  const auto& planned = plans.plan.presets[i];
  const auto& file = plans.files[i];
  const RecordOf preset{plans.plan.service, file.slug};
  TRY_ASSIGN(auto before, read_record(plans.records_of(file), preset));
  auto recorded = recorded_file(plans, i, before);
  auto record = with_pending(without_refused(std::move(before)), preset, planned.hash.text(),
                             std::move(recorded), sending);
  record.pending->is_refused = !plans.where.store->announces() && !planned.is_lost;
  return write_record(records, file.slug, record);
}

// On a branch, all records are pending before the first request; in a folder, each before its own,
// and before the first one those of an agreed plan say that they are left of it.
Status announce(const Plans& plans, const body::PresetReader& reader, const Locks& locks,
                const std::function<bool()>& gives_up) {
  const bool is_pushed = plans.where.store->announces();
  if (!is_pushed && !plans.agreed) return {};
  const auto sending = sending_plan_of(plans);
  for (std::size_t i = 0; i < plans.files.size(); ++i) {
    const auto& planned = plans.plan.presets[i];
    auto& records = *locks.held.at(plans.folder_of(plans.files[i]));
    if (is_pushed && needs_new_record(planned))
      TRY(record_of_live(plans, i, reader).and_then([&](const Record& adopted) {
        return write_record(records, plans.files[i].slug, adopted);
      }));
    if (is_sent(planned.action)) TRY(make_pending(plans, i, sending, records));
  }
  const BeginningPlan starting{sending.fingerprint.value_or(""), count_sent(plans.plan), gives_up};
  for (const auto& [folder, records] : locks.held)
    TRY(records->begin_run(starting));
  return {};
}

} // namespace

Result<Deployed> deploy(const Plans& plans, const body::PresetReader& reader, const Locks& locks,
                        KnownWorkspace workspace, const service::Service& service,
                        const DeploymentEvents& events) {
  const bool sends = service.transport != nullptr;
  // From here on until the records are kept, the first interrupt only stops requests.
  std::optional<service::PresetBatch> batch;
  if (sends) batch.emplace(service);
  if (sends) TRY(announce(plans, reader, locks, events.gives_up));
  Deployment deployment(plans, reader, locks, std::move(workspace), events);
  std::optional<ErrorKind> ended;
  if (sends) ended = deployment.send(*batch);
  Deployed deployed{{plans.plan, deployment.take_outcomes()}, {}};
  auto doubts = deployment.take_doubts();
  if (reader.invocation().flags.strict)
    deployed.applied.gates.push_back(strict_result(doubts, plans));
  deployed.failures = failures_of(deployed.applied, std::move(doubts));
  const bool records_anew = std::ranges::any_of(plans.plan.presets, needs_new_record);
  for (const auto& folder : plans.folders) {
    const auto held = locks.held.find(folder);
    if (held == locks.held.end()) continue; // it cannot be locked, and nothing had to be written
    auto& records = *held->second;
    if (sends)
      add_failures_of_records(deployed, records.end_run(words_on_sent(deployed.applied)));
    else if (auto written = records_anew ? records.bring_to_disk() : records.note_nothing_to_send();
             !written)
      deployed.failures.push_back(std::move(written.error()));
  }
  const auto left = count_of(deployed.applied, Action::not_sent);
  if (ended && left > 0)
    deployed.failures.push_back(
        with_http({.kind = *ended, .message = fmt::format("interrupted; {} not sent", left)}, {}));
  else if (deployment.is_late() && left > 0)
    deployed.failures.push_back(
        with_http(Error::conflict(fmt::format("{} not sent: run again", left),
                                  "a run that holds the records of a branch starts no request "
                                  "after 12 minutes, because its lease ends after 15"),
                  {}));
  return deployed;
}

} // namespace mrctl::apply
