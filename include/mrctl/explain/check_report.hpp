#pragma once

#include "mrctl/explain/gate_outcomes.hpp"
#include "mrctl/explain/known.hpp"
#include "mrctl/explain/reach.hpp"
#include "mrctl/output/finding.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::explain {

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

// Returns ,"reach":[…] of a preset.
[[nodiscard]] std::string reach_json(const CheckedPreset& preset);

// Returns "gates":[{"id","met" (null: not
// evaluated),"failures":[{"slug","model","found","asked","why","waived"}]}],
// "waivers":[{"gate","preset","model","until","state"}],"assumed":[…],
// "known":[{"code","file"}],"rules":3.
[[nodiscard]] std::string gates_json(const CheckedPresets& check);

// Returns a finding for each gate and preset, and for each gate that fails without a preset. One of
// which all failures are waived is skipped.
[[nodiscard]] output::Findings findings_of(const CheckedPresets& check);

// Returns "acme/large=3 acme/tiny=2": the eligible endpoints of each model.
[[nodiscard]] std::string reach_in_short(const CheckedPreset& preset);

} // namespace mrctl::explain
