#pragma once

#include "mrctl/compare/credentials.hpp"

#include "compared_sides.hpp"

namespace mrctl::commands {

// The credentials that `byok diff` compares, their labels masked.
using ComparedCredentials = ComparedSides<compare::StoredCredential>;

// Reads BEFORE and AFTER, which hold what `byok get` prints as json or raw, or reads the
// credentials of BEFORE now; one that the service does not know any more is on the first side
// alone.
[[nodiscard]] Result<ComparedCredentials> read_compared_credentials(const Context& context);

} // namespace mrctl::commands
