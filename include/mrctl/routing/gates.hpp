#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/config/project.hpp"
#include "mrctl/output/judgement.hpp"
#include "mrctl/routing/explain.hpp"
#include "mrctl/service/endpoint_filter.hpp"
#include "mrctl/spec/flag.hpp"
#include "mrctl/spec/gate.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::routing {

// Conditions on what bodies reach: of flags, without an id, or a gate of the project file.
struct Gate : config::ProjectGate {
  Place place{};                    // in the file
  service::Conditions conditions{}; // `where`, on the endpoints that count for at_least
  std::size_t assumptions = 0;      // position of this gate's among those of the check
};

// Returns the first condition about the cost of a request, which needs counts of tokens; null if
// there is none.
[[nodiscard]] const spec::GateRow* condition_on_cost(const spec::GateValues& values);

// Returns whether a gate is about the preset of that slug without its prefix, and these models.
[[nodiscard]] bool is_selected(const Gate& gate, std::string_view slug,
                               std::span<const std::string> models);

// Fails with a usage error that names the nearest model or tag if no group has a required one.
[[nodiscard]] Status check_required(const Gate& gate,
                                    std::span<const Explanation* const> explanations);

struct GatedBody {
  std::size_t preset = 0;  // its position
  std::string_view slug{}; // empty if it has none
  const Explanation* explanation = nullptr;
  std::span<const std::string> unlisted{}; // models whose endpoints could not be listed
  // What the explanation was made of. Conditions of flags do not look at it.
  const Json* value = nullptr;
  std::span<const Listing> listings{};
  const Assumptions* assumptions = nullptr;
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
void add_results(GateOutcome& outcome, std::size_t preset, std::vector<output::GateResult> results);

// Adds what came of other presets.
void merge(GateOutcome& outcome, GateOutcome other);

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
[[nodiscard]] std::vector<output::GateResult> shown_results(std::span<const GateOutcome> outcomes);
[[nodiscard]] std::vector<output::GateResult>
shown_results(std::span<const output::GateResult> results);

// Reads what a request is judged by besides its body: counts of tokens and images, the files of
// --known, --assume, and models of the project file that no listing has. Fails with a usage error
// for a code that has no list or cannot be assumed.
[[nodiscard]] Result<Assumptions> read_assumptions(const spec::FlagValues& flags,
                                                   const config::Project& project,
                                                   const ReadNamedFile& read_file);

// Reads the gate of the flags. Fails with a usage error if a condition on costs lacks the counts of
// tokens.
[[nodiscard]] Result<Gate> read_gate(const spec::FlagValues& flags);

// Returns whether a gate of the project file concerns the target.
[[nodiscard]] bool is_of_target(const config::ProjectGate& gate, std::string_view target);

// The gates and waivers of the project file that concern the target.
struct GateRules {
  std::vector<Assumptions> assumptions; // the first are those of the flags
  std::vector<Gate> gates;
  std::vector<Waiver> waivers; // of these gates
};

// Fails with a usage error, at its place, for a condition of 'where' that cannot be read, and for a
// maximum cost without counts of tokens, neither in the gate nor from flags.
[[nodiscard]] Result<GateRules> read_gate_rules(const config::Project& project,
                                                const spec::FlagValues& flags,
                                                const ReadNamedFile& read_file);

// Drops the gates that select none of these presets, but some of the project that the command line
// leaves out; if it leaves out any, waivers are unjudged until one is used. `names` are slugs
// without their prefix. Returns the ids of these gates. Fails if the project's presets cannot be
// found.
[[nodiscard]] Result<std::vector<std::string>>
leave_out_others(GateRules& rules, const config::Project& project,
                 std::span<const std::string_view> names);

// Returns the date of today in UTC: 2026-12-31.
[[nodiscard]] std::string current_day();

} // namespace mrctl::routing
