#pragma once

#include "mrctl/explain/explanation.hpp"
#include "mrctl/json/rows.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/changes.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace mrctl::explain {

// What became of an endpoint for a body: one that was unknown is lost if it is gone or excluded.
enum class ReachMove : std::uint8_t { lost, gained };

// Returns the move between two verdicts on one endpoint, null where it is missing; nothing if there
// is none.
[[nodiscard]] std::optional<ReachMove> move_between(const ExplainedEndpoint* before,
                                                    const ExplainedEndpoint* after);

// Returns the checks that exclude an endpoint, or else those that are unknown; none if it is
// missing.
[[nodiscard]] std::vector<const Check*> checks_against(const ExplainedEndpoint* judged);

// Returns why one of them takes an endpoint out of reach: "provider.only does not include it".
[[nodiscard]] std::string reason_against(const Demand& demand, const Check& check);

// Returns their codes.
[[nodiscard]] std::vector<std::string_view> codes_against(const ExplainedEndpoint* judged,
                                                          const std::vector<Demand>& demands);

// How many endpoints of a model a body reaches, and what a request costs on eligible ones.
struct ReachCounts {
  std::size_t eligible = 0;
  std::size_t unknown = 0;
  std::size_t excluded = 0;
  CostRange cost{};
  std::size_t cost_not_known = 0; // on how many eligible and unknown endpoints
};

// An endpoint that a preset reaches or does not reach any more. Only lost ones have reasons.
struct MovedEndpoint {
  std::string tag; // empty if it has none
  std::string name;
  std::vector<std::string_view> codes{}; // of the checks that exclude it, else that are unknown
  std::string reasons{};                 // the same in words
};

// What a preset reaches of one model, before and after a change of its body; neither is known of a
// model that is not listed.
struct ModelReach {
  std::string model;
  std::optional<ReachCounts> before{}; // nothing if no earlier body named the model
  std::optional<ReachCounts> after{};  // nothing if the body does not name it any more
  std::vector<MovedEndpoint> gained{}; // since `before`
  std::vector<MovedEndpoint> lost{};
  std::string hint{};       // what would decide it, if all that is left is unknown
  std::string judged_by{};  // the model whose endpoints these are, for a shortcut; else empty
  bool is_unlisted = false; // in no listing, as the project file says
  std::string charges{};    // "plus 0.01 USD for each search": what no cost includes
};

// The result of the rules for a body, and the one that knows the costs: of a request of a certain
// size.
struct PricedExplanation {
  const Explanation& reach;
  const Explanation& costs;
};

// Compares what two bodies reach of the same listings: the models of the later one in its order,
// then those that it does not name any more. Without an earlier body, pass null.
[[nodiscard]] std::vector<ModelReach> reach_between(const PricedExplanation* before,
                                                    const PricedExplanation& after);

// Returns the lines of a model for people, without the cost if none is known:
//   reach  acme/large   3 → 5 of 8 endpoints, gains acme/flex and northlake/eu-west
//                       loses tidewater/fp4: quantization must be fp8; this one has fp4
//                       a request costs 0.0055 to 0.01 USD (was 0.0089 to 0.01)
[[nodiscard]] output::ChangeLines lines_of(const ModelReach& reach);

constexpr auto rows_of(const ReachCounts* /*record*/) {
  return std::tuple{
      ResultMember{"eligible", &ReachCounts::eligible},
      ResultMember{"unknown", &ReachCounts::unknown},
      ResultMember{"excluded", &ReachCounts::excluded},
      ResultMember{"least", [](const auto& counts) { return counts.cost.least; }, {"USD"}},
      ResultMember{"most", [](const auto& counts) { return counts.cost.most; }, {"USD"}},
  };
}

// An endpoint without a tag is known by its provider.
constexpr auto rows_of(const MovedEndpoint* /*lost*/) {
  return std::tuple{
      ResultMember{"tag", [](const auto& lost) { return unless_empty(lost.tag); }},
      ResultMember{"provider",
                   [](const auto& lost) { return only_if(lost.tag.empty(), lost.name); },
                   {"of an endpoint without a tag"}},
      ResultMember{"codes", &MovedEndpoint::codes, {"checks that exclude it, or that are unknown"}},
  };
}

inline constexpr MemberDoc doc_of_judged_by{
    "the model whose endpoints these are, where the model is a shortcut"};

// Returns the tags of what a body gained; an object with the provider for one without a tag.
[[nodiscard]] std::vector<Json> gained_by(const ModelReach& reach);

// clang-format off
constexpr auto rows_of(const ModelReach* /*record*/) {
  return std::tuple{
      ResultMember{"model", &ModelReach::model},
      ResultMember{"before", &ModelReach::before, {"with the body that was applied last; null if there is none"}},
      ResultMember{"after", &ModelReach::after, {"with the body as it is now; null if it does not name the model, or no listing has it"}},
      ResultMember{"gained", gained_by, {.says = "tags; an object with the provider for an endpoint without a tag", .types = "string object"}},
      ResultMember{"lost", &ModelReach::lost},
      ResultMember{"judged_by", [](const auto& reach) { return Sometimes{unless_empty(reach.judged_by)}; }, doc_of_judged_by},
      ResultMember{"charges", [](const auto& reach) { return Sometimes{unless_empty(reach.charges)}; }, {"what no cost includes: web searches, and other models that the body asks for"}},
  };
}
// clang-format on

} // namespace mrctl::explain
