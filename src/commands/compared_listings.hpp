#pragma once

#include "mrctl/compare/endpoints.hpp"

#include "compared_sides.hpp"

namespace mrctl::commands {

// The listings that `endpoints diff` compares.
using ComparedListings = ComparedSides<compare::ListedModel>;

// Reads BEFORE and AFTER, or lists the models of BEFORE now, each under the id that it has there; a
// model that the service does not know any more has no endpoints.
[[nodiscard]] Result<ComparedListings> read_compared_listings(const Context& context);

} // namespace mrctl::commands
