#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/explain/gates.hpp"
#include "mrctl/output/judgement.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::explain {

// A failure of a gate of the project file that is accepted for some time.
struct Waiver {
  // unjudged: it waives nothing, but not every preset was judged
  enum class State : std::uint8_t { used, unused, expired, unjudged };

  std::string gate;   // its id
  std::string preset; // a glob of slugs without their prefix
  std::string model;  // a glob; empty: all
  std::string until;  // the last day, in UTC: 2026-12-31
  std::string reason;
  Place place{}; // in the file
  State state = State::unused;
  std::size_t failures = 0; // that it waives
};

[[nodiscard]] std::vector<std::string_view> state_names();
[[nodiscard]] std::string_view state_name(Waiver::State state);

// A gate of the project file, and what came of it.
struct GateOutcome {
  const Gate* gate = nullptr;
  std::vector<std::size_t> presets{};          // positions of those that it selects
  std::vector<output::GateResult> failures{};  // in their order
  std::size_t judged = 0;                      // models of presets, and presets as a whole
  std::size_t unlisted = 0;                    // how many of them are in no listing
  std::set<std::string, std::less<>> listed{}; // required tags that some model lists, as JSON
};

// A failure that is waived does not count.
[[nodiscard]] bool is_met(const GateOutcome& outcome);

// Adds what came of the preset at that position.
void add(GateOutcome& outcome, std::size_t preset, std::vector<output::GateResult> results);

// Adds what came of other presets.
void add(GateOutcome& outcome, GateOutcome other);

// Adds the failures of a gate as a whole: it selects no preset, requires a tag that no model of its
// presets lists, or has no model to look at. `meant` is the slug without prefix that its globs may
// mean, if any; `models` are all that presets name.
void conclude(GateOutcome& outcome, std::string_view meant = {},
              const std::set<std::string_view>& models = {});

// Waives failures, and sets the states of the waivers; one that has ended waives nothing. `slugs`
// are those of the presets without their prefix, `today` is a day such as 2026-12-31.
void waive(std::span<GateOutcome> outcomes, std::span<Waiver> waivers,
           std::span<const std::string_view> slugs, std::string_view today);

// Returns a warning, at its place, for a waiver that has ended, or that waives nothing although
// every preset was judged; else nothing.
[[nodiscard]] std::optional<Problem> warning_on(const Waiver& waiver);

// Returns a row for people for each gate that is met, and one for each failure of another.
[[nodiscard]] std::vector<output::GateResult> rows_of(std::span<const GateOutcome> outcomes);
[[nodiscard]] std::vector<output::GateResult> rows_of(std::span<const output::GateResult> results);

} // namespace mrctl::explain
