#include "mrctl/apply/live_plan.hpp"

#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/list.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <utility>

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
  auto last = planned.live != nullptr ? planned.live->facts : before->last.value_or(Applied{});
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

} // namespace mrctl::apply
