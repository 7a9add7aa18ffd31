#pragma once

#include "mrctl/base/decimal.hpp"
#include "mrctl/routing/body_to_explain.hpp"
#include "mrctl/routing/explanation_report.hpp"
#include "mrctl/routing/model_listings.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::routing {

// A body, what it is judged by, and the result: a group for each listing.
struct JudgedBody {
  const Json& body;
  std::span<const Listing> listings;
  const Assumptions& assumptions;
  std::vector<const ModelGroup*> groups;
};

// What the failure of a provider takes from a body: one of its eligible endpoints, or all.
struct Loss {
  std::string provider; // in lower case
  bool is_dead = false; // no endpoint is eligible any more
  // The cost of a request in the first group with an eligible endpoint; nothing if it is unknown.
  std::optional<Decimal> cost_before{};
  std::optional<Decimal> cost_after{};
};

// Returns a provider as the listings spell it first.
[[nodiscard]] std::string spelled_provider(std::string_view provider,
                                           std::span<const Listing> listings);

enum class Losses : std::uint8_t { all, fatal };

// Judges the body again without each provider whose failure matters to it: one of its endpoints is
// eligible, or its tags decide what an entry matches.
[[nodiscard]] std::vector<Loss> losses_of(const JudgedBody& judged, Losses wanted);

// How much more a request of a preset costs.
struct CostRise {
  std::string slug;
  Decimal from;
  Decimal to;
};

// What the failure of a provider means for all presets. Presets are positions.
struct ProviderFailure {
  std::string provider; // as it is first listed
  std::vector<std::size_t> hit{};
  std::vector<std::size_t> dead{};
  std::optional<CostRise> dearest{}; // the largest one of those that are hit and not dead
};

// The result of `preset drill`.
struct Drill {
  ExplainedPresets presets{};
  std::vector<ProviderFailure> failures{}; // first those that leave the most presets dead
  // Presets that had an eligible endpoint, and those of them that one provider alone leaves dead.
  std::vector<std::size_t> drilled{};
  std::vector<std::size_t> single_provider{};
};

// Takes out each provider that is eligible for some preset. The models of the bodies give the order
// in which listings are read. `bodies` and the explanations in `presets` belong together.
[[nodiscard]] Drill drill(ExplainedPresets presets, const std::vector<BodyToExplain>& bodies,
                          const ListingsByModel& listings, const Assumptions& assumptions);

// Returns notes on presets that are left out: nothing was eligible, or a model is in no listing.
[[nodiscard]] std::vector<std::string> notes_on(const Drill& drill);

// Returns the result of --fail-on dead.
[[nodiscard]] output::GateResult judge_dead(const Drill& drill);

// Returns a problem, at its model, for each preset that depends on a single provider.
[[nodiscard]] Problems single_provider_problems(const Drill& drill, Severity severity);

[[nodiscard]] Json drill_schema();

[[nodiscard]] output::Presentation present_drill(const Drill& drill);

} // namespace mrctl::routing
