#pragma once

#include "mrctl/output/finding.hpp"
#include "mrctl/routing/body_to_explain.hpp"
#include "mrctl/routing/explained_bodies.hpp"
#include "mrctl/routing/gates.hpp"
#include "mrctl/routing/known.hpp"
#include "mrctl/routing/model_listings.hpp"
#include "mrctl/routing/reach.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace mrctl::routing {

// What preset check knows of a preset besides its plan.
struct CheckedPreset {
  std::string_view slug;
  std::string_view file;
  std::vector<ModelReach> reach{};
  std::vector<std::string_view> failed{}; // ids of the gates that it does not meet
};

// What preset check adds to a plan.
struct CheckedPresets {
  std::vector<CheckedPreset> presets{}; // in the order of the plan
  std::vector<GateOutcome> gates{};
  std::vector<std::string> not_evaluated{}; // ids of gates, because the listings were refused
  std::vector<Waiver> waivers{};
  std::vector<std::string_view> assumed{}; // codes of checks that are taken as passed
  std::shared_ptr<const KnownLists> known = std::make_shared<const KnownLists>();
  AskedCodes asked{};               // codes of checks that some preset asks for
  Problems warnings{};              // of bodies, their dead entries, and waivers
  Problems unlisted{};              // of models that could not be listed
  std::vector<std::string> notes{}; // on models without endpoints, and presets without a model
};

// Concludes the gates, applies the waivers, fills in which gates each preset does not meet, and
// warns of waivers that have ended or waive nothing. The arguments are as in waive().
void conclude(CheckedPresets& check, std::span<const std::string_view> slugs,
              std::string_view today);

// Adds the gates, the waivers that are used, and what is assumed to the judgement of the plan.
[[nodiscard]] output::Judgement with_gates(output::Judgement judgement,
                                           const CheckedPresets& check);

// Returns a finding for each gate and preset, and for each gate that fails without a preset. One of
// which all failures are waived is skipped.
[[nodiscard]] output::Findings findings_of(const CheckedPresets& check);

// Returns "acme/large=3 acme/tiny=2": the eligible endpoints of each model.
[[nodiscard]] std::string reach_in_short(const CheckedPreset& preset);

struct CheckedGate {
  std::string_view id;
  std::optional<bool> is_met; // nothing: not evaluated
  std::span<const output::GateResult> failures;
};

[[nodiscard]] std::vector<CheckedGate> gates_of(const CheckedPresets& check);

struct GateFailure {
  const output::GateResult& result;
};

// clang-format off
constexpr auto rows_of(const GateFailure* /*record*/) {
  return std::tuple{
      ResultMember{"slug", [](const auto& failure) { return unless_empty(failure.result.slug); }, {"slug of the preset; null for the gate as a whole"}},
      ResultMember{"model", [](const auto& failure) { return unless_empty(failure.result.model); }, {"model that was judged; null for the whole preset"}},
      ResultMember{"found", [](const auto& failure) { return failure.result.found; }, {"what was compared with what is asked"}},
      ResultMember{"asked", [](const auto& failure) { return failure.result.asked; }, {"what the gate asks for"}},
      ResultMember{"why", [](const auto& failure) { return failure.result.why; }, {"why it is not met"}},
      ResultMember{"waived", [](const auto& failure) { return unless_empty(failure.result.waived); }, {"reason of the waiver"}},
  };
}

constexpr auto rows_of(const CheckedGate* /*record*/) {
  return std::tuple{
      ResultMember{"id", &CheckedGate::id, {"id of the gate"}},
      ResultMember{"met", &CheckedGate::is_met, {"null if it was not evaluated"}},
      ResultMember{"failures", [](const CheckedGate& gate) { return streamed<GateFailure>([&](const auto& take) { for (const auto& failure : gate.failures) take(GateFailure{failure}); }); }, {"presets and models that do not meet it"}},
  };
}

constexpr auto rows_of(const Waiver* /*record*/) {
  return std::tuple{
      ResultMember{"gate", &Waiver::gate, {"id of the gate that is waived"}},
      ResultMember{"preset", &Waiver::preset, {"pattern of slugs"}},
      ResultMember{"model", [](const auto& waiver) { return unless_empty(waiver.model); }, {"pattern of models"}},
      ResultMember{"until", &Waiver::until, {.says = "last day on which it counts, in UTC", .takes = Takes::day}},
      ResultMember{"state", [](const auto& waiver) { return state_name(waiver.state); }, {.says = "whether it waives a failure, or has ended", .words = state_names}},
  };
}
// clang-format on

// What a check adds to a plan.
// clang-format off
constexpr auto rows_of(const CheckedPresets* /*record*/) {
  return std::tuple{
      ResultMember{"gates", gates_of, {"gates of the project file, each with its failures"}},
      ResultMember{"waivers", &CheckedPresets::waivers, {"failures of gates that the project file accepts for some time"}},
      ResultMember{"assumed", &CheckedPresets::assumed, doc_of_assumed},
      ResultMember{"known", [](const auto& check) { return *check.known; }, doc_of_known},
      ResultMember{"rules", [](const auto&) { return rule_set; }, doc_of_rules},
  };
}
// clang-format on

// The models that presets name, and those that their earlier bodies named.
class NamedModels {
public:
  void add(const std::vector<std::string>& now, const std::vector<std::string>& earlier);
  [[nodiscard]] bool names_now(const std::string& model) const { return named_.contains(model); }
  // Returns all models, each once: those that are named now first.
  [[nodiscard]] std::vector<std::string> all() const;

private:
  std::vector<std::string> now_;
  std::set<std::string> named_;
  std::vector<std::string> earlier_;
};

// Returns the models of a body's text.
[[nodiscard]] std::vector<std::string> models_named_in(std::string_view body);

// What presets are judged by. Everything must outlive it.
struct CheckRules {
  const GateRules& gates;
  const ListingsByModel& listings;
  std::span<const UnlistedModel> unlisted;
  const std::set<BaseEntry>& alive; // entries of bases
  std::size_t prefix = 0;           // length of that of the slugs
  bool is_refused = false;          // the service listed nothing for this key
};

// The body that was applied last: none, the same as now, or another.
struct NoBody {};
struct SameBody {};
using EarlierBody = std::variant<NoBody, SameBody, Json>;

// The result of the check of one preset.
struct PresetCheck {
  std::size_t position = 0;
  std::vector<ModelReach> reach{};
  std::vector<std::pair<std::size_t, GateOutcome>> outcomes{}; // of each gate, by its position
  AskedCodes asked{}; // codes of the checks that the body asks for
  Problems warnings{};
  Problems unlisted{};              // of models
  std::vector<std::string> notes{}; // on models without endpoints, or without a model
};

// Judges the preset at that position by the gates that select it, and compares what it reaches with
// what its earlier body did. Several threads may call it at once.
[[nodiscard]] PresetCheck check_preset(const CheckRules& rules, std::size_t position,
                                       const BodyToExplain& body, const EarlierBody& earlier);

// Adds what is found out about a preset. The presets and gates are already there.
void add_preset(CheckedPresets& check, PresetCheck preset);

} // namespace mrctl::routing
