#include "mrctl/apply/live_plan.hpp"

#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/live_answers.hpp"
#include "mrctl/apply/live_preset.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/body/stored_comparison.hpp"
#include "mrctl/http/message.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/service/preset.hpp"
#include "mrctl/spec/command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <utility>
#include <vector>

namespace mrctl::apply {

namespace {

Problem warning_on(const body::PresetFile& file, std::string_view rule, std::string message) {
  Problem warning;
  warning.severity = Severity::warning;
  warning.rule = rule;
  warning.place.emplace().file = file.path;
  warning.message = std::move(message);
  return warning;
}

// Decides what becomes of the presets of plans by what is live.
class LivePlanner {
public:
  LivePlanner(Plans& plans, const body::PresetReader& reader) : plans_(plans), reader_(reader) {}

  Status take(std::size_t index, std::optional<LivePreset> live) {
    const auto& file = plans_.files[index];
    auto& planned = plans_.plan.presets[index];
    if (!live) {
      plans_.warnings.push_back(warning_on(
          file, "live.unread",
          fmt::format("the service does not say which version of {} is live{}", file.slug,
                      planned.applied ? "; it is compared with its record alone" : "")));
      if (planned.applied) return {};
    }
    planned.live = &plans_.live.emplace_back(live.value_or(LivePreset{.config = "{}"}));
    if (live)
      TRY(judge(planned, index, *live));
    else
      decide_on(planned, Action::update, LiveState::foreign);
    if (planned.is_made_elsewhere()) return {};
    plans_.live.back().config = {};
    plans_.live.back().prompt = {};
    return {};
  }

  // A request that was lost may have been the first one.
  void miss(std::size_t index) {
    auto& planned = plans_.plan.presets[index];
    planned.live_state = planned.applied ? LiveState::gone : LiveState::absent;
    if (planned.applied) planned.action = Action::create;
  }

  // Returns whether the service shows a version that it created here as something else.
  [[nodiscard]] bool shows_otherwise() const { return shows_otherwise_; }

private:
  static void decide_on(PlannedPreset& planned, Action action, LiveState state) {
    planned.action = action;
    planned.live_state = state;
  }

  // A body that is live already is not sent.
  Status judge(PlannedPreset& planned, std::size_t index, const LivePreset& live) {
    if (is_sent(planned.action)) {
      TRY_ASSIGN(const auto body, planned_body(plans_, index, reader_));
      if (holds(live, body.json.text())) {
        decide_on(planned, Action::adopt, LiveState::recorded);
        return {};
      }
    }
    const auto& file = plans_.files[index];
    TRY_ASSIGN(const auto record,
               read_record(plans_.records_of(file), {plans_.plan.service, file.slug}));
    const auto* last = record && record->last ? &*record->last : nullptr;
    if (planned.applied.has_value() != (last != nullptr)) return fail(changed_meanwhile(file.path));
    const bool is_own_loss = planned.is_lost && record && record->pending &&
                             contains(record->pending->applied, hash_of(body_of(live)));
    if (is_own_loss)
      planned.live_state = LiveState::recorded;
    else if (last == nullptr)
      decide_on(planned, Action::update, LiveState::foreign);
    else
      judge_recorded(planned, file, live, *last);
    return {};
  }

  // An adopted body may never have been live, so nothing is known to have changed since.
  void judge_recorded(PlannedPreset& planned, const body::PresetFile& file, const LivePreset& live,
                      const Applied& last) {
    const auto state = compare_live(live, last);
    if (!last.stored && planned.action == Action::unchanged && holds(live, last.body))
      return decide_on(planned, Action::adopt, LiveState::recorded);
    if (state == LiveState::drifted) return decide_on(planned, Action::update, state);
    planned.live_state = state;
    if (!last.stored && planned.action == Action::unchanged)
      plans_.warnings.push_back(warning_on(
          file, "live.other-body",
          fmt::format("the live version of {} does not hold the body that was adopted for it",
                      file.slug)));
    if (last.stored && state == LiveState::recorded && last.stored != live.facts.stored)
      shows_otherwise_ = true;
  }

  Plans& plans_;
  const body::PresetReader& reader_;
  bool shows_otherwise_ = false;
};

// The presets of plans that are asked for, and their positions.
struct Asked {
  std::vector<WantedPreset> wanted{};
  std::vector<std::size_t> positions{};

  template <class IsWanted>
  Asked(const Plans& plans, IsWanted is_wanted) {
    for (std::size_t i = 0; i < plans.files.size(); ++i) {
      const auto& planned = plans.plan.presets[i];
      if (!is_wanted(planned)) continue;
      wanted.push_back({planned.slug, planned.applied.has_value()});
      positions.push_back(i);
    }
  }
};

class LiveReading {
public:
  LiveReading(const LiveSource& source, const std::vector<WantedPreset>& wanted, NoneShown none,
              const TakeLive& take)
      : source_(source), wanted_(wanted), none_(none), take_(take) {
    if (none != NoneShown::ends_it) return;
    const auto recorded = std::ranges::find_if(wanted, &WantedPreset::is_recorded);
    if (recorded == wanted.end()) return;
    first_ = static_cast<std::size_t>(recorded - wanted.begin());
    is_first_alone_ = true;
  }

  Result<Looked> run() && {
    service::PresetBatch batch(source_.service, wanted_.size());
    for (;;) {
      for (; may_start() && batch.room() > 0; ++started_)
        batch.start(std::string(wanted_[place_of_answer(started_)].slug));
      auto answered = batch.next();
      if (!answered) break;
      if (const auto date = http::parse_date(answered->date); date && !looked_.clock_ahead)
        looked_.clock_ahead = std::time(nullptr) - *date;
      is_first_alone_ = false;
      const auto place = place_of_answer(answered->place);
      if (auto received = receive(place, answered->answer); !received && !failure_)
        failure_ = std::move(received.error());
    }
    return finish();
  }

private:
  // Returns the place of the preset that is asked for next: the first recorded one, then all
  // others.
  [[nodiscard]] std::size_t place_of_answer(std::size_t started) const {
    if (started == 0) return first_;
    return started <= first_ ? started - 1 : started;
  }

  // Returns whether another request may start. Those that are on their way are waited for in any
  // case.
  [[nodiscard]] bool may_start() const {
    const bool is_first_awaited = is_first_alone_ && started_ > 0;
    const bool is_enough = none_ == NoneShown::ends_it && shows_none();
    return started_ < wanted_.size() && !failure_ && !is_first_awaited && !is_enough;
  }

  [[nodiscard]] bool shows_none() const { return looked_.read == 0 && is_recorded_hidden_; }

  Status receive(std::size_t place, const Result<service::Answer>& answer) {
    if (!answer) return take_failure(place, answer.error());
    ++looked_.read;
    TRY_ASSIGN(const auto preset, read_live_answer(source_, wanted_[place].slug, *answer));
    return take_(place, live_preset_of(preset));
  }

  Status take_failure(std::size_t place, const Error& error) {
    const auto facts = http_facts(error);
    const auto status = is_success(facts.status) ? facts.code.value_or(0) : facts.status;
    constexpr int not_there = 404;
    constexpr std::array refusals{401, 403, 405, 501};
    if (status == not_there)
      looked_.missing.push_back(place);
    else if (!contains(refusals, status))
      return fail(error);
    else if (!refusal_)
      refusal_ = error;
    is_recorded_hidden_ = is_recorded_hidden_ || wanted_[place].is_recorded;
    return {};
  }

  Result<Looked> finish() {
    if (failure_) return fail(*std::move(failure_));
    const bool is_refused = looked_.read > 0 || (none_ == NoneShown::fails && refusal_ &&
                                                 refusal_->kind == ErrorKind::unauthorized);
    if (refusal_ && is_refused) return fail(*std::move(refusal_));
    if (none_ == NoneShown::fails && (shows_none() || refusal_))
      return fail(Error::not_found("this service does not seem to read presets (or none of these "
                                   "exists); nothing was sent",
                                   "without --live, the records alone are compared; 'mrctl preset "
                                   "forget SLUG' drops the record of a preset that was deleted"));
    looked_.shows_none = shows_none();
    if (none_ != NoneShown::fails && looked_.read == 0) looked_.missing.clear();
    std::ranges::sort(looked_.missing);
    return std::move(looked_);
  }

  const LiveSource& source_;
  const std::vector<WantedPreset>& wanted_;
  NoneShown none_;
  const TakeLive& take_;
  Looked looked_{};
  std::size_t first_ = 0; // place of the question that is asked first
  bool is_first_alone_ = false;
  std::size_t started_ = 0;
  bool is_recorded_hidden_ = false; // a recorded one was not shown
  std::optional<Error> refusal_{};  // the first answer that may say that presets are not shown
  std::optional<Error> failure_{};
};

// Returns the hash of what was stored. A number that cannot be hashed counts as a missing answer.
std::string stored_hash_of(const service::Preset& preset) {
  const auto& version = preset.designated_version;
  const auto config = version ? version->spelled_config.text : std::string();
  const auto prompt =
      version && version->system_prompt ? json_quote(*version->system_prompt) : std::string();
  return stored_hash({.config = config, .system_prompt = prompt}).value_or(hash_of("null"));
}

// Returns whether it is the recorded version: by their ids, without ids by their numbers.
bool is_recorded_version(const LivePreset& live, const Applied& last) {
  const auto& now = live.facts;
  if (now.version_id && last.version_id) return *now.version_id == *last.version_id;
  return now.version && now.version == last.version;
}

} // namespace

Status read_live(Plans& plans, const body::PresetReader& reader, const LiveSource& source,
                 NoneShown none) {
  const bool is_of_sent = none == NoneShown::ends_it;
  const Asked asked(
      plans, [&](const PlannedPreset& planned) { return !is_of_sent || is_sent(planned.action); });
  if (is_of_sent) plans.plan.fingerprint = fingerprint_of(plans.plan);
  LivePlanner planner(plans, reader);
  TRY_ASSIGN(plans.looked, ask_live(source, asked.wanted, none,
                                    [&](std::size_t place, std::optional<LivePreset> live) {
                                      return planner.take(asked.positions[place], std::move(live));
                                    }));
  for (const auto place : plans.looked.missing)
    planner.miss(asked.positions[place]);
  plans.plan.looked = plans.looked.read;
  plans.plan.is_live = !is_of_sent && !plans.looked.shows_none;
  if (planner.shows_otherwise())
    plans.notes.emplace_back("this service shows presets otherwise than it answers their creation");
  return {};
}

Status check_live_again(const Plans& plans, const LiveSource& source) {
  const Asked asked(
      plans, [](const PlannedPreset& planned) { return planned.live_state != LiveState::unread; });
  const auto changed = [](std::string_view slug) {
    return Error::conflict(
        fmt::format("{} was changed elsewhere in the meantime; nothing was sent", slug),
        "run the command again");
  };
  const auto take = [&](std::size_t place, const std::optional<LivePreset>& live) -> Status {
    const auto* known = plans.plan.presets[asked.positions[place]].live;
    const bool is_same = known != nullptr && known->facts == live.value_or(LivePreset{}).facts;
    return is_same ? Status() : fail(changed(asked.wanted[place].slug));
  };
  TRY_ASSIGN(const auto again, ask_live(source, asked.wanted, NoneShown::is_accepted, take));
  for (const auto place : again.missing)
    if (plans.plan.presets[asked.positions[place]].live != nullptr)
      return fail(changed(asked.wanted[place].slug));
  return again.shows_none && plans.looked.read > 0 ? fail(changed("a preset")) : Status();
}

Status check_clock(const Plans& plans) {
  constexpr std::int64_t most_seconds = 300;
  const auto ahead = plans.looked.clock_ahead.value_or(0);
  if (!plans.where.store->announces() || std::abs(ahead) <= most_seconds) return {};
  return fail(Error::usage(
      fmt::format(
          "the clock of this machine is {} minutes {} that of the service; nothing was sent",
          std::abs(ahead) / 60, ahead > 0 ? "ahead of" : "behind"),
      "set it: other runs would take the lock on the records for one that has expired"));
}

std::string words_on_live(const PlannedPreset& preset) {
  const auto recorded = spelled_version(preset.version);
  if (preset.live_state == LiveState::gone)
    return recorded ? fmt::format("gone; recorded {}", *recorded) : "gone";
  if (preset.live == nullptr) return {};
  const auto version = spelled_version(preset.live->facts.version).value_or("?");
  if (preset.live_state == LiveState::foreign)
    return fmt::format("replaces version {}, made elsewhere", version);
  if (preset.live_state == LiveState::drifted)
    return fmt::format("changed elsewhere: version {}{}", version,
                       recorded ? fmt::format(", recorded {}", *recorded) : "");
  const bool is_other = recorded && *recorded != version;
  return fmt::format("live, version {}{}", version,
                     is_other ? fmt::format("; recorded {}", *recorded) : "");
}

bool needs_new_record(const PlannedPreset& preset) {
  return preset.action == Action::adopt ||
         (preset.action == Action::unchanged &&
          (preset.is_left || preset.live_state == LiveState::renumbered));
}

Result<Record> record_of_live(const Plans& plans, std::size_t index,
                              const body::PresetReader& reader) {
  const auto& file = plans.files[index];
  const auto& planned = plans.plan.presets[index];
  TRY_ASSIGN(const auto body, planned_body(plans, index, reader));
  TRY_ASSIGN(auto hashed, hashed_body(body.json.text()));
  TRY_ASSIGN(const auto before,
             read_record(plans.records_of(file), {plans.plan.service, file.slug}));
  if (planned.live == nullptr && !(before && before->last))
    return fail(changed_meanwhile(file.path));
  auto last = planned.live != nullptr ? planned.live->facts : *before->last;
  last.applied = std::move(hashed.hash);
  last.body = std::move(hashed.text);
  return Record{
      plans.plan.service, file.slug, std::move(last), {}, recorded_file(plans, index, before)};
}

std::optional<Record> known_before(const PlannedPreset& preset, std::optional<Record> before) {
  if (preset.live_state == LiveState::gone) return std::nullopt;
  if (preset.live == nullptr || preset.action == Action::retry) return before;
  Record known{};
  known.last = preset.live->facts;
  return known;
}

Error other_workspace(std::string_view found, std::string_view known, std::string_view outcome) {
  return Error::condition(
      fmt::format(
          "this key belongs to another workspace: the response came from {}, but the target "
          "expects {}; {}",
          found, known, outcome),
      "use the key of that workspace, or choose a separate target with --target, MRCTL_TARGET or "
      "the profile's 'target'");
}

Result<service::Preset> read_live_answer(const LiveSource& source, std::string_view slug,
                                         const service::Answer& answer) {
  auto preset = service::read_preset(answer.value, answer.data.text());
  if (preset.slug && *preset.slug != slug)
    return fail(with_http(Error::unexpected_response(fmt::format(
                              "the answer about {} is about another preset, {}; nothing was sent",
                              slug, json_quote(source.hide_secrets(*preset.slug)))),
                          answer.facts));
  if (auto warning = drop_secret_ids(preset, slug, source.hide_secrets))
    source.warn(*std::move(warning));
  if (source.workspace && preset.workspace_id && *preset.workspace_id != *source.workspace)
    return fail(
        with_http(other_workspace(*preset.workspace_id, *source.workspace, "nothing was sent"),
                  answer.facts));
  return preset;
}

Result<Looked> ask_live(const LiveSource& source, const std::vector<WantedPreset>& wanted,
                        NoneShown none, const TakeLive& take) {
  if (wanted.empty()) return Looked{};
  const auto activity =
      source.begin_activity
          ? source.begin_activity(fmt::format("reading {}", counted(wanted.size(), "preset")))
          : nullptr;
  return LiveReading(source, wanted, none, take).run();
}

KnownWorkspace workspace_of(const ListedRecords& records, const std::string& service) {
  for (const auto& [place, record] : records)
    if (record.service == service && record.last && record.last->workspace_id)
      return record.last->workspace_id;
  return std::nullopt;
}

Result<LiveRecords> read_live_records(const ListedRecords& records, const LiveSource& source) {
  std::vector<const ListedRecords::value_type*> asked;
  std::vector<WantedPreset> wanted;
  for (const auto& listed : records) {
    if (listed.second.service != source.service.base_url) continue;
    asked.push_back(&listed);
    wanted.push_back({listed.second.slug, listed.second.last.has_value()});
  }
  LiveRecords found;
  const auto take = [&](std::size_t at, const std::optional<LivePreset>& live) -> Status {
    const auto& [place, record] = *asked[at];
    if (!live) return {};
    const auto state = record.last ? compare_live(*live, *record.last) : LiveState::unread;
    found.emplace(place,
                  LiveRecord{state, live->facts.version, live->facts.version_id, live->status});
    return {};
  };
  TRY_ASSIGN(const auto looked, ask_live(source, wanted, NoneShown::fails, take));
  for (const auto at : looked.missing) {
    const auto& [place, record] = *asked[at];
    if (record.last) found.emplace(place, LiveRecord{.state = LiveState::gone});
  }
  return found;
}

Applied applied_of(const service::Preset& preset, Hashed body) {
  const auto& version = preset.designated_version;
  const auto number = version && version->version ? version->version->value() : std::nullopt;
  return {.workspace_id = preset.workspace_id,
          .preset_id = preset.id,
          .version = number ? version_of(number->text()) : std::nullopt,
          .version_id = version && version->id ? version->id : preset.designated_version_id,
          .applied = std::move(body.hash),
          .stored = stored_hash_of(preset),
          .body = std::move(body.text)};
}

std::optional<Problem> drop_secret_ids(service::Preset& preset, std::string_view slug,
                                       const HideSecrets& hide_secrets) {
  std::vector<std::optional<std::string>*> ids{&preset.id, &preset.workspace_id,
                                               &preset.designated_version_id};
  if (preset.designated_version) ids.push_back(&preset.designated_version->id);
  bool is_dropped = false;
  for (auto* id : ids) {
    if (!*id || hide_secrets(**id) == **id) continue;
    id->reset();
    is_dropped = true;
  }
  if (!is_dropped) return std::nullopt;
  return Problem{.severity = Severity::warning,
                 .rule = "answer.secret",
                 .message = fmt::format(
                     "the answer about {} contains the key as an id, recorded as null", slug)};
}

std::optional<LivePreset> live_preset_of(const service::Preset& preset) {
  if (!preset.designated_version) return std::nullopt;
  constexpr std::string_view usual_status = "active";
  const auto& version = *preset.designated_version;
  LivePreset live{.facts = applied_of(preset, {})};
  live.config = canonical_config(version.spelled_config.text).value_or("{}");
  live.prompt = version.system_prompt.value_or("");
  if (preset.status != usual_status) live.status = preset.status.value_or("");
  return live;
}

bool holds(const LivePreset& live, std::string_view body) {
  const auto config = canonical_config(body);
  return config && *config == live.config &&
         body::system_text_of(JsonText(SharedText(std::string(body)))) == live.prompt;
}

std::string body_of(const LivePreset& live) {
  if (live.prompt.empty()) return live.config;
  const auto messages =
      fmt::format(R"("messages":[{{"role":"system","content":{}}}])", json_quote(live.prompt));
  const auto members = std::string_view(live.config).substr(1);
  return canonical_body(fmt::format("{{{}{}{}", messages, members == "}" ? "" : ",", members))
      .value_or(live.config);
}

LiveState compare_live(const LivePreset& live, const Applied& last) {
  if (is_recorded_version(live, last)) return LiveState::recorded;
  const bool is_same = !last.stored || live.facts.stored == last.stored || holds(live, last.body);
  return is_same ? LiveState::renumbered : LiveState::drifted;
}

} // namespace mrctl::apply
