#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/output/judgement.hpp"
#include "mrctl/routing/body_to_explain.hpp"
#include "mrctl/routing/explanation_report.hpp"

namespace mrctl::routing {

// Returns the places of a body's models, and of what its bases set.
[[nodiscard]] PlacesByModel places_of_causes(const BodyToExplain& body,
                                             const Explanation& explanation);

// Returns the place of a failure: of what a base sets, if the gate would be met without it, but not
// without what the preset itself sets, or if it is an entry that matches nothing; else of the
// model's name.
[[nodiscard]] Place place_of_failure(const output::GateResult& failure, const PlacesByModel& places,
                                     const Explanation& explanation);

} // namespace mrctl::routing
