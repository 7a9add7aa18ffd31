#pragma once

#include "mrctl/base/decimal.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/explain/explanation.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/judgement.hpp"
#include "mrctl/service/endpoint_filter.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::explain {

// A tag that must be eligible: for one model, or for every model that lists it.
struct RequiredTag {
  std::string model{}; // empty: every model that lists it
  std::string tag{};

  [[nodiscard]] std::string text() const; // "acme/large=acme/fp8"
};

// Reads [MODEL=]TAG.
[[nodiscard]] RequiredTag read_required_tag(std::string_view text);

// The conditions on a result; those that are not given are met.
struct Gates {
  std::vector<std::string> models{};     // globs of the groups to look at; empty: all of them
  service::Conditions where{};           // on the endpoints that count for at_least
  std::string where_words{};             // "context>=128k, status=ok"
  std::optional<std::size_t> at_least{}; // eligible endpoints in every group
  std::optional<Decimal> max_cost{};     // in USD, of every eligible endpoint
  std::vector<RequiredTag> required{};
  bool no_dead_entries = false;
};

// Whether the gates look at a group. Dead entries are those of the whole body in any case.
[[nodiscard]] bool is_selected(const Gates& gates, std::string_view model);

// Fails with a usage error that names the nearest model or tag if no group has a required one.
[[nodiscard]] Status check_required(const Gates& gates,
                                    std::span<const Explanation* const> explanations);

// One gate, applied to one group of one body, or, for dead entries, to the body.
// The reason is about the group or the body: "has 1 eligible endpoint: acme/fp8".
struct GateVerdict : output::GateResult {
  Json found{};         // eligible endpoints, the largest cost, "excluded", dead entries
  std::size_t body = 0; // position among the explanations
  std::optional<std::size_t> group{}; // position among its groups
  std::string endpoint{};             // the one with the largest cost
};

// Returns the stable id for reports: "gate.at-least".
[[nodiscard]] std::string rule_of(const GateVerdict& verdict);

// Applies every gate to every group that it is about: gate by gate, in the order of the
// explanations. A gate that looks at nothing is not met.
[[nodiscard]] std::vector<GateVerdict>
judge_gates(const Gates& gates, std::span<const Explanation* const> explanations);

} // namespace mrctl::explain
