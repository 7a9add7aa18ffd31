#pragma once

#include "mrctl/explain/named_gates.hpp"
#include "mrctl/explain/reach.hpp"
#include "mrctl/output/finding.hpp"
#include "mrctl/output/page.hpp"

#include <cstddef>
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
  std::vector<JudgedGate> gates{};
  std::vector<JudgedWaiver> waivers{};
  std::vector<std::string_view> assumed{}; // codes of checks that are taken as passed
};

// Concludes the gates, applies the waivers, and fills in which gates each preset does not meet.
// `names` are the slugs without the prefix; the rest as in waive().
void conclude(CheckedPresets& check, std::span<const Waiver> waivers,
              std::span<const std::string_view> names, std::string_view today);

// Writes a row for each gate that is met and one for each failure of another, then a sentence for
// each waiver that is used, and one on what is assumed.
void write_verdict(output::Page& page, const CheckedPresets& check);

// Returns "1 of 2 gates failed", "2 gates met"; empty without gates.
[[nodiscard]] std::string sum_of_gates(const CheckedPresets& check);

// Returns ,"reach":[…] of a preset.
[[nodiscard]] std::string reach_json(const CheckedPreset& preset);

// Returns "gates":[{"id","met","failures":[{"slug","model","found","asked","why","waived"}]}],
// "waivers":[{"gate","preset","model","until","state"}],"assumed":[…].
[[nodiscard]] std::string gates_json(const CheckedPresets& check);

// Returns a finding for each gate and preset, and for each gate that fails without a preset. One of
// which all failures are waived is skipped.
[[nodiscard]] output::Findings findings_of(const CheckedPresets& check);

// Returns a condition error for each gate that is not met, with a problem for each failure.
[[nodiscard]] std::vector<Error> failed_gates(const CheckedPresets& check);

// Returns "acme/large=3 acme/tiny=2": the eligible endpoints of each model.
[[nodiscard]] std::string reach_in_short(const CheckedPreset& preset);

} // namespace mrctl::explain
