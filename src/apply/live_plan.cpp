#include "mrctl/apply/live_plan.hpp"

#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/planned_changes.hpp"
#include "mrctl/apply/store.hpp"

#include <fmt/format.h>

#include <algorithm>
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
    if (!live) {
      plans_.warnings.push_back(warning_on(
          file, "live.unread",
          fmt::format("the service does not say which version of {} is live; it is compared with "
                      "its record alone",
                      file.slug)));
      return {};
    }
    auto& planned = plans_.plan.presets[index];
    auto& known = plans_.live.emplace_back(*std::move(live));
    planned.live = &known;
    TRY(judge(planned, file, known));
    if (planned.is_foreign()) return {};
    known.config = {};
    known.prompt = {};
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
  Status judge(Planned& planned, const body::PresetFile& file, const LivePreset& live) {
    const bool is_lost = planned.action == Action::retry;
    if (is_lost || planned.action == Action::create) {
      TRY_ASSIGN(const auto body, reader_.read(file));
      if (!is_planned(planned, body)) return fail(changed_meanwhile(file.path));
      if (holds(live, body.json.text())) {
        decide_on(planned, Action::adopt, LiveState::recorded);
        return {};
      }
    }
    TRY_ASSIGN(const auto record,
               read_record(plans_.records_of(file), {plans_.plan.service, file.slug}));
    const auto* last = record && record->last ? &*record->last : nullptr;
    const bool is_as_planned = planned.applied ? last != nullptr : last == nullptr;
    if (!is_as_planned) return fail(changed_meanwhile(file.path));
    if (last == nullptr)
      decide_on(planned, Action::update, is_lost ? LiveState::drifted : LiveState::foreign);
    else if (is_lost)
      judge_lost(planned, live, *last);
    else
      judge_recorded(planned, file, live, *last);
    return {};
  }

  static void decide_on(Planned& planned, Action action, LiveState state) {
    planned.action = action;
    planned.live_state = state;
  }

  static void judge_lost(Planned& planned, const LivePreset& live, const Applied& last) {
    const auto state = compare_live(live, last);
    const bool is_drift = state == LiveState::drifted;
    decide_on(planned, is_drift ? Action::update : Action::retry, state);
  }

  void judge_recorded(Planned& planned, const body::PresetFile& file, const LivePreset& live,
                      const Applied& last) {
    const auto state = compare_live(live, last);
    const bool is_unverified = !last.stored && state != LiveState::drifted;
    const bool is_held = is_unverified && holds(live, last.body);
    if (is_held && planned.action == Action::unchanged)
      return decide_on(planned, Action::adopt, state);
    decide_on(planned, state == LiveState::drifted ? Action::update : planned.action, state);
    if (is_unverified && !is_held)
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

} // namespace

Status read_live(Plans& plans, const body::PresetReader& reader, const LiveSource& source) {
  std::vector<LiveQuestion> questions;
  for (std::size_t i = 0; i < plans.files.size(); ++i)
    questions.push_back({plans.files[i].slug, plans.plan.presets[i].applied.has_value()});
  LivePlanner planner(plans, reader);
  TRY_ASSIGN(const auto missing,
             ask_live(source, questions, [&](std::size_t place, std::optional<LivePreset> live) {
               return planner.take(place, std::move(live));
             }));
  for (const auto place : missing)
    planner.miss(place);
  plans.plan.is_live = true;
  if (planner.shows_otherwise())
    plans.notes.emplace_back("this service shows presets otherwise than it answers their creation");
  return {};
}

std::string words_on_live(const Planned& preset) {
  const auto recorded = text_of(preset.version);
  if (preset.live_state == LiveState::gone)
    return recorded ? fmt::format("gone; recorded {}", *recorded) : "gone";
  if (preset.live == nullptr) return {};
  const auto version = text_of(preset.live->facts.version).value_or("?");
  if (preset.live_state == LiveState::foreign)
    return fmt::format("replaces version {}, made elsewhere", version);
  if (preset.live_state == LiveState::drifted)
    return fmt::format("changed elsewhere: version {}{}", version,
                       recorded ? fmt::format(", recorded {}", *recorded) : "");
  const bool is_other = recorded && *recorded != version;
  return fmt::format("live, version {}{}", version,
                     is_other ? fmt::format("; recorded {}", *recorded) : "");
}

bool is_recorded_anew(const Planned& preset) {
  return preset.action == Action::adopt ||
         (preset.action == Action::unchanged && preset.live_state == LiveState::renumbered);
}

Result<Record> record_of_live(const Plans& plans, std::size_t index,
                              const body::PresetReader& reader) {
  const auto& file = plans.files[index];
  const auto& planned = plans.plan.presets[index];
  TRY_ASSIGN(const auto body, reader.read(file));
  TRY_ASSIGN(auto hashed, hashed_body(body.json.text()));
  if (Hash(hashed.hash) != planned.hash) return fail(changed_meanwhile(file.path));
  TRY_ASSIGN(const auto before,
             read_record(plans.records_of(file), {plans.plan.service, file.slug}));
  auto last = planned.live->facts;
  last.applied = std::move(hashed.hash);
  last.body = std::move(hashed.text);
  return Record{
      plans.plan.service, file.slug, std::move(last), {}, recorded_file(plans, index, before)};
}

std::optional<Record> known_before(const Planned& preset, std::optional<Record> before) {
  if (preset.live_state == LiveState::gone) return std::nullopt;
  if (preset.live == nullptr || preset.action == Action::retry) return before;
  Record known{};
  known.last = preset.live->facts;
  return known;
}

} // namespace mrctl::apply
