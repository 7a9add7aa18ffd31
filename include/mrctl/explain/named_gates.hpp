#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/explain/explain.hpp"
#include "mrctl/explain/gates.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::explain {

// Gates that a team keeps in a file, for some presets each, and waivers of their failures.

struct NamedGate {
  std::string id;
  Place place;                        // in the file
  std::vector<std::string> presets{}; // globs of their names; empty: all
  Gates gates{};
  std::size_t premises = 0; // position of its own among those of the check
  bool may_be_empty = false;
};

struct Waiver {
  std::string gate;   // its id
  std::string preset; // a glob of names
  std::string model;  // a glob; empty: all
  std::string until;  // the last day, in UTC: 2026-12-31
  std::string reason;
  Place place; // in the file
};

// One gate that a preset, or the result as a whole, does not meet.
struct GateFailure {
  std::optional<std::size_t> preset{}; // its position
  std::string model{};                 // empty if it is about no model
  Json found{};
  Json asked{};
  std::string why{}; // "acme/large has 1 eligible endpoint: acme; at least 2 were asked (…)"
  Place place{};     // of the model's name in the preset, else of the gate
  const Waiver* waiver = nullptr;
};

// A gate, and what came of it.
struct JudgedGate {
  const NamedGate* gate = nullptr;
  std::vector<std::size_t> presets{};      // positions of those that it selects
  std::vector<GateFailure> failures{};     // in their order
  std::set<std::string> listed_required{}; // tags that a listing of theirs has
};

// A failure that is waived does not count.
[[nodiscard]] bool is_met(const JudgedGate& gate);

enum class WaiverState : std::uint8_t { used, unused, expired };

[[nodiscard]] std::string_view state_name(WaiverState state);

struct JudgedWaiver {
  const Waiver* waiver = nullptr;
  WaiverState state = WaiverState::unused;
  std::size_t failures = 0; // that it waives
};

// Returns whether a gate is about the preset of that name and these models.
[[nodiscard]] bool is_selected(const NamedGate& gate, std::string_view name,
                               std::span<const std::string> models);

// What came of one gate and one preset.
struct PresetVerdict {
  std::vector<GateFailure> failures{};
  std::vector<std::string> listed_required{};
};

// Applies a gate to a preset that it selects. `unlisted` are the models of the preset whose
// endpoints could not be listed: nobody knows whether they meet it.
[[nodiscard]] PresetVerdict judge_preset(const NamedGate& gate, const Explanation& explanation,
                                         std::span<const std::string> unlisted);

// Adds the verdict on the preset at that position.
void add_verdict(JudgedGate& gate, std::size_t preset, PresetVerdict verdict);

// Adds the failures of a gate as a whole: it selects no preset, or requires a tag that no model of
// its presets lists.
void conclude(JudgedGate& gate);

// Finds the waivers of the failures, and which waivers are used; one that has ended waives nothing.
// `names` are those of the presets, `today` is a day such as 2026-12-31.
[[nodiscard]] std::vector<JudgedWaiver> waive(std::span<JudgedGate> gates,
                                              std::span<const Waiver> waivers,
                                              std::span<const std::string_view> names,
                                              std::string_view today);

// Returns a warning, at its place, for a waiver that has ended or waives nothing; else nothing.
[[nodiscard]] std::optional<Problem> warning_on(const JudgedWaiver& waiver);

} // namespace mrctl::explain
