#pragma once

#include "mrctl/json/rows.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/changes.hpp"
#include "mrctl/routing/explanation.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace mrctl::routing {

// What became of an endpoint for a body: one that was unknown is lost if it is gone or excluded.
enum class ReachMove : std::uint8_t { lost, gained };

// An endpoint that a body reaches now, or does not reach any more.
struct MovedEndpoint {
  ReachMove move;
  const service::Endpoint* endpoint;
  std::string name;                      // for people
  std::vector<std::string_view> codes{}; // of a lost one: what excludes it, else what is unknown
  std::string reasons{};                 // of a lost one, the same in words
  std::string_view model{};              // empty if the reach is that of one model
};

// Returns the move of an endpoint between two verdicts, null where it is missing; nothing if there
// is none. The requirements are those of the later verdict.
[[nodiscard]] std::optional<MovedEndpoint> move_of(const service::Endpoint& endpoint,
                                                   const ExplainedEndpoint* before,
                                                   const ExplainedEndpoint* after,
                                                   const std::vector<Requirement>& requirements);

// The verdicts on endpoints; those of one listing in its order.
using JudgedEndpoints = std::map<const service::Endpoint*, const ExplainedEndpoint*>;
[[nodiscard]] JudgedEndpoints judged_in(std::span<const ModelGroup> groups);

// Returns the verdict; null if there is none.
[[nodiscard]] const ExplainedEndpoint* find(const JudgedEndpoints& judged,
                                            const service::Endpoint* endpoint);

// Returns the checks that exclude an endpoint, or else those that are unknown; none if it is
// missing.
[[nodiscard]] std::vector<const Check*> checks_against(const ExplainedEndpoint* judged);

// Returns why one of them takes an endpoint out of reach: "provider.only does not include it".
[[nodiscard]] std::string reason_against(const Requirement& requirement, const Check& check);

// How many endpoints a body reaches.
struct ReachCounts {
  std::uint32_t eligible = 0;
  std::uint32_t unknown = 0;
  std::uint32_t excluded = 0;
};
[[nodiscard]] ReachCounts counts_in(std::span<const ModelGroup> groups);

// What a body reaches before and after a change, of the body or of the listings.
struct ReachChange {
  std::optional<ReachCounts> before{};
  std::optional<ReachCounts> after{};
  std::vector<MovedEndpoint> moves{}; // if there is a `before`
};

// The parts of a reach that most reaches do not have.
struct ReachDetails {
  CostRange cost_before{}; // of a request, on eligible endpoints
  CostRange cost{};
  std::size_t cost_not_known = 0; // on how many eligible and unknown endpoints
  std::string charges{};          // "plus 0.01 USD for each search": what no cost includes
  std::string hint{};             // what would decide it, if all that is left is unknown
  std::string judged_by{};        // the model whose endpoints these are, for a shortcut
};

// What a preset reaches of one model: nothing `before` if no earlier body named it, nothing `after`
// if the body does not name it any more, and neither if it is not listed.
struct ModelReach : ReachChange {
  std::string model{};
  bool is_unlisted = false; // in no listing, as the project file says
  std::shared_ptr<const ReachDetails> details{};
};
static_assert(sizeof(ModelReach) <= 112); // there are as many as presets name models

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

struct PricedCounts {
  ReachCounts counts;
  CostRange cost;
};

[[nodiscard]] inline std::optional<PricedCounts> priced(const std::optional<ReachCounts>& counts,
                                                        const CostRange* cost) {
  if (!counts) return std::nullopt;
  return PricedCounts{*counts, cost == nullptr ? CostRange() : *cost};
}

// clang-format off
constexpr auto rows_of(const PricedCounts* /*record*/) {
  return std::tuple{
      ResultMember{"eligible", [](const auto& reached) { return reached.counts.eligible; }, {"endpoints for which every check passes"}},
      ResultMember{"unknown", [](const auto& reached) { return reached.counts.unknown; }, {"endpoints with a check that no listing decides"}},
      ResultMember{"excluded", [](const auto& reached) { return reached.counts.excluded; }, {"endpoints for which a check fails"}},
      ResultMember{"least", [](const auto& reached) { return reached.cost.least; }, {"USD"}},
      ResultMember{"most", [](const auto& reached) { return reached.cost.most; }, {"USD"}},
  };
}
// clang-format on

// An endpoint without a tag is known by its provider.
struct NamedEndpoint {
  const service::Endpoint& endpoint;
};

// clang-format off
constexpr auto rows_of(const NamedEndpoint* /*record*/) {
  return std::tuple{
      ResultMember{"tag", [](const auto& named) { return unless_empty(named.endpoint.tag.value_or("")); }, {"tag of the endpoint"}},
      ResultMember{"provider", [](const auto& named) { return only_if(named.endpoint.tag.value_or("").empty(), unless_empty(named.endpoint.provider_name.value_or(""))); }, {"of an endpoint without a tag"}},
  };
}
// clang-format on

constexpr auto rows_of(const MovedEndpoint* /*lost*/) {
  return std::tuple{
      MembersOf{[](const auto& lost) { return NamedEndpoint{*lost.endpoint}; }},
      ResultMember{"codes", &MovedEndpoint::codes, {"checks that exclude it, or that are unknown"}},
  };
}

// Returns the lost or the gained endpoints, each as a row.
template <ReachMove move, class Row>
[[nodiscard]] auto moves_of(const ReachChange& reach) {
  return streamed<Row>([&](const auto& take) {
    for (const auto& moved : reach.moves)
      if (moved.move == move) take(Row{moved});
  });
}

inline constexpr MemberDoc doc_of_judged_by{
    "the model whose endpoints these are, where the model is a shortcut"};

// Returns the tags of what a body gained; an object with the provider for one without a tag.
[[nodiscard]] std::vector<Json> gained_by(const ModelReach& reach);

// clang-format off
constexpr auto rows_of(const ModelReach* /*record*/) {
  return std::tuple{
      ResultMember{"model", &ModelReach::model, {"model that the body names"}},
      ResultMember{"before", [](const auto& reach) { return priced(reach.before, reach.details ? &reach.details->cost_before : nullptr); }, {"with the body that was applied last; null if there is none"}},
      ResultMember{"after", [](const auto& reach) { return priced(reach.after, reach.details ? &reach.details->cost : nullptr); }, {"with the body as it is now; null if it does not name the model, or no listing has it"}},
      ResultMember{"gained", gained_by, {.says = "tags; an object with the provider for an endpoint without a tag", .types = {ValueType::string, ValueType::object}}},
      ResultMember{"lost", moves_of<ReachMove::lost, MovedEndpoint>, {"endpoints that only the body that was applied last reaches"}},
      ResultMember{"judged_by", [](const auto& reach) { return Sometimes{unless_empty(reach.details ? std::string_view(reach.details->judged_by) : "")}; }, doc_of_judged_by},
      ResultMember{"charges", [](const auto& reach) { return Sometimes{unless_empty(reach.details ? std::string_view(reach.details->charges) : "")}; }, {"what no cost includes: web searches, and other models that the body asks for"}},
  };
}
// clang-format on

// How many more endpoints a gate or a reader needs in a group, and which endpoints count.
struct Lack {
  std::size_t count = 0;
  std::string_view tag{}; // empty: any endpoints
  std::function<bool(const ExplainedEndpoint&)> would_count = [](const ExplainedEndpoint&) {
    return true;
  };
};

[[nodiscard]] bool has_tag(const ExplainedEndpoint& judged, std::string_view tag);

// Returns "; listings do not show whether 3 qualify; decide with --known zdr=FILE or --assume zdr"
// if the unknown endpoints alone are what is lacking; else empty.
[[nodiscard]] std::string hint_on_unknown(const ModelGroup& group, const Explanation& explanation,
                                          const Lack& lack);

} // namespace mrctl::routing
