#pragma once

#include "mrctl/routing/explain.hpp"

#include "rules.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace mrctl::routing {

[[nodiscard]] GroupView view_of(const Listing& listing, const RoutingRequest& request);

// Returns the reach of an endpoint after one more check.
[[nodiscard]] Reach worse(Reach reach, Verdict verdict);

// Judges the endpoints of one body by the chosen rules.
class Judge {
public:
  Judge(const RoutingRequest& request, const std::function<bool(const Rule&)>& is_chosen);

  // Adds the checks to endpoints of one group, and says which one leads it.
  void judge(std::vector<ExplainedEndpoint>& endpoints, GroupView& view);

  // Returns the edit that makes an endpoint's only failed check pass.
  [[nodiscard]] std::optional<Edit> fix_of(const ExplainedEndpoint& judged,
                                           const GroupView& view) const;

  // Returns the requirements that the checks refer to.
  [[nodiscard]] std::vector<Requirement> take_requirements() { return std::move(requirements_); }
  [[nodiscard]] std::vector<SharedText> take_found() { return std::move(found_); }

private:
  // A rule, and what the body requires by it.
  struct AppliedRule {
    const Rule* rule;
    std::size_t requirement; // position in the requirements
  };

  void apply(Scope scope, ExplainedEndpoint& judged, const GroupView& view);
  [[nodiscard]] bool is_assumed_to_pass(const Rule& rule) const;

  const RoutingRequest& request_;
  std::vector<Requirement> requirements_;
  std::vector<AppliedRule> applied_;
  std::vector<SharedText> found_;
  bool depends_on_group_ = false;
};

// How much is found out about the endpoints of a group: edits and dropped parameters take time.
enum class Detail : std::uint8_t { verdicts, all };

// Judges the endpoints of a model.
[[nodiscard]] ModelGroup judged_group(const Listing& listing, Judge& judge,
                                      const RoutingRequest& request, Detail detail);

// Returns the judged endpoints as they are shown, each with its reason, and with its rank if the
// order is known.
[[nodiscard]] std::vector<ExplainedEndpoint> ranked(std::vector<ExplainedEndpoint> endpoints,
                                                    const RoutingRequest& request,
                                                    const GroupView& group);

} // namespace mrctl::routing
