#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/explain/explain.hpp"
#include "mrctl/output/judgement.hpp"
#include "mrctl/service/endpoint_filter.hpp"
#include "mrctl/spec/gate.hpp"

#include <cstddef>
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
  std::size_t premises = 0;           // position of this gate's among those of the check
  bool may_be_empty = false;
};

// Returns the first condition about the cost of a request, which needs counts of tokens; null if
// there is none.
[[nodiscard]] const spec::GateRow* condition_on_cost(const spec::GateValues& values);

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
  // What the explanation was made of. Conditions of flags do not look at it.
  const Json* value = nullptr;
  std::span<const Listing> listings{};
  const Premises* premises = nullptr;
};

// Applies the conditions one by one: each to every model that the gate is about, or to the body.
// What looks at nothing is not met, nor is a model that could not be listed; one that no listing
// has, as the project file says, is met without anything found. Places are empty.
[[nodiscard]] std::vector<output::GateResult> judge(const Gate& gate,
                                                    std::span<const GatedBody> bodies);

} // namespace mrctl::explain
