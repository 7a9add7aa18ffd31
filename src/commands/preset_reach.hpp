#pragma once

#include "mrctl/compare/comparison.hpp"
#include "mrctl/compare/endpoints.hpp"
#include "mrctl/explain/body_to_explain.hpp"
#include "mrctl/explain/explain.hpp"
#include "mrctl/service/endpoint.hpp"

#include <vector>

namespace mrctl::commands {

// Explains every body with the listings before and after, and names the changes that made endpoints
// eligible or ineligible. The presets are in the order of the bodies; notes tell of models that
// neither listing has, and of what is assumed.
[[nodiscard]] compare::ComparedPresets
reach_of_presets(const explain::BodiesToExplain& bodies, const explain::Premises& premises,
                 const std::vector<service::Model>& before,
                 const std::vector<service::Model>& after,
                 const compare::EndpointComparison& comparison);

} // namespace mrctl::commands
