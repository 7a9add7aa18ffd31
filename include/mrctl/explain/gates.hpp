#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/explain/explanation.hpp"
#include "mrctl/output/judgement.hpp"
#include "mrctl/service/endpoint_filter.hpp"
#include "mrctl/spec/gate.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::explain {

// Conditions on what bodies reach: of flags, or a gate of the project file.
struct Gate : spec::GateValues {
  std::string id{};                   // in the file; empty: of flags
  Place place{};                      // in the file
  std::vector<std::string> presets{}; // globs of slugs without their prefix; empty: all
  std::vector<std::string> models{};  // globs; empty: all
  service::Conditions where{};        // on the endpoints that count for at_least
  std::string where_words{};          // "context>=128k, status=ok"
  std::size_t premises = 0;           // position of its own among those of the check
  bool may_be_empty = false;
};

// Returns the first condition about the cost of a request, which needs counts of tokens; null if
// none is asked for.
[[nodiscard]] const spec::GateRow* condition_on_cost(const spec::GateValues& values);

// Returns "; 3 are unknown: --assume zdr would decide" for a model with unknown endpoints; else
// empty.
[[nodiscard]] std::string hint_on_unknown(const ModelGroup& group, const Explanation& explanation);

// Whether a gate is about the preset of that slug without its prefix, and these models.
[[nodiscard]] bool is_selected(const Gate& gate, std::string_view slug,
                               std::span<const std::string> models);

// Fails with a usage error that names the nearest model or tag if no group has a required one.
[[nodiscard]] Status check_required(const Gate& gate,
                                    std::span<const Explanation* const> explanations);

// A body that gates are applied to.
struct GatedBody {
  std::size_t preset = 0;  // its position
  std::string_view slug{}; // empty if it has none
  const Explanation* explanation = nullptr;
  std::span<const std::string> unlisted{}; // models whose endpoints could not be listed
};

// Applies the conditions one by one: each to every model that the gate is about, or to the body.
// What looks at nothing is not met, nor is a model that could not be listed; one that no listing
// has, as the project file says, is met without anything found. Places are empty.
[[nodiscard]] std::vector<output::GateResult> judge(const Gate& gate,
                                                    std::span<const GatedBody> bodies);

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

// Adds the failures of a gate as a whole: it selects no preset, requires a tag that no model of its
// presets lists, or has no model to look at.
void conclude(GateOutcome& outcome);

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
