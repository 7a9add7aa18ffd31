#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/presentation.hpp"
#include "mrctl/routing/body_to_explain.hpp"
#include "mrctl/routing/listing_comparison.hpp"
#include "mrctl/routing/reach.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::routing {

struct ChangeGate;

// What a preset reaches by both listings. The reasons of its moves say which change made them:
// "removed", "price-up: …".
struct PresetReach : ReachChange {
  std::string slug{};
  std::string file{};
  std::string slug_prefix{}; // that the slug begins with
  PlacesByModel places{};    // of what it lost
};

// One compared endpoint, and its changes.
struct ComparedRecord {
  std::string_view model;
  std::string_view name; // its tag; empty if it has none
  std::string title;     // for people
  const RecordChanges& changes;
  std::string_view provider{};     // of an endpoint without a tag, which is known by it
  std::optional<bool> reachable{}; // by one of the presets, before or now; nothing without presets
};

// Presets that are judged by both listings.
struct ComparedPresets {
  std::vector<PresetReach> reach{};
  std::vector<bool> reachable{}; // of each compared endpoint: by one of them, before or now
  std::vector<std::string_view> assumed{}; // codes of checks that are taken as passed
  std::vector<std::string> notes{};        // sentences on all of them
};

// The names of both sides: files, or the base URL of the service that was asked now.
struct Sides {
  std::string before;
  std::string after;
  bool is_live = false; // the second one
};

// What was compared. Points into the comparison that it was made from.
struct Compared {
  Sides sides;
  std::size_t models = 0; // on both sides
  std::size_t count_before = 0;
  std::size_t count_after = 0;
  std::vector<ComparedRecord> records{};
  std::optional<ComparedPresets> presets{}; // if any were to be looked at
};

// Explains every body by both listings, and names the changes that made endpoints eligible or took
// them out of reach. Returns the presets in the order of the bodies, and notes on models that
// neither listing has and on checks that are assumed.
[[nodiscard]] ComparedPresets compare_presets(const BodiesToExplain& bodies,
                                              const Assumptions& assumptions,
                                              const std::vector<service::Model>& before,
                                              const std::vector<service::Model>& after,
                                              const EndpointComparison& comparison);

[[nodiscard]] Compared compared_in(const EndpointComparison& comparison, Sides sides,
                                   std::optional<ComparedPresets> presets = {});

// Returns the comparison: what changed of each record, the effect on presets, the sum, what was
// compared, and the gate; the tags of changed endpoints, each once; a finding for each change, at
// the first line of the first file, for each endpoint that a preset lost, and for a gate that no
// change fails. A change fails if the gate names its kind. The arguments must outlive it.
//   acme/large
//   ! - tidewater/fp4
//     ~ acme
//   !     price-up              prompt 2.5 → 3 per million tokens (+20%)
[[nodiscard]] output::Presentation present_comparison(const Compared& compared,
                                                      const std::optional<ChangeGate>& gate);

[[nodiscard]] Json comparison_schema();

// Returns "support (presets/support.yaml): 5 eligible endpoints before, 3 now".
[[nodiscard]] std::string sentence_on(const PresetReach& preset);

// The kinds of changes that --fail-on names.
struct ChangeGate {
  std::string words; // as given
  std::vector<const service::ChangeKind*> kinds;
  bool has_lost = false; // endpoints that presets lost count as well
};

// Whether endpoints that presets lost count: where no preset is looked at, they are not known.
enum class LostEndpoints : std::uint8_t { ignored, counted };

// Reads the lists of --fail-on: kinds, "any" and "worse", separated by commas. Nothing if there are
// none. Fails with a usage error for an unknown word, naming the nearest one, and for a statistic
// if statistics are not compared.
[[nodiscard]] Result<std::optional<ChangeGate>> read_change_gate(std::span<const std::string> lists,
                                                                 service::ValueSource deepest,
                                                                 LostEndpoints lost);

// Returns whether the gate names the change's kind.
[[nodiscard]] bool is_named(const std::optional<ChangeGate>& gate, const RecordChange& change);

// Returns the gate as a verdict: "1 removed, 2 price-up". It is not met if there is a change of its
// kinds, or nothing was compared. None without a gate.
[[nodiscard]] std::vector<output::GateResult> judge(const std::optional<ChangeGate>& gate,
                                                    const Compared& compared);

} // namespace mrctl::routing
