#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/compare/comparison.hpp"
#include "mrctl/compare/endpoints.hpp"

#include "explain_input.hpp"

#include <string>
#include <vector>

namespace mrctl::commands {

// Reads the presets of --presets, each with the body of --base as its base; none without the flag.
// Fails as preset explain does.
[[nodiscard]] Result<BodiesToExplain> read_presets_to_compare(const Context& context);

struct ReachOfPresets {
  std::vector<compare::PresetReach> presets; // in the order of the bodies
  std::vector<std::string> notes;            // models that neither listing has
};

// Explains every body with the listings before and after, and names the changes that made endpoints
// eligible or ineligible.
[[nodiscard]] ReachOfPresets reach_of_presets(const BodiesToExplain& bodies,
                                              const std::vector<compare::ListedModel>& before,
                                              const std::vector<compare::ListedModel>& after,
                                              const compare::EndpointComparison& comparison);

} // namespace mrctl::commands
