#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/diff/credentials.hpp"

#include <string>
#include <vector>

namespace mrctl::commands {

// The credentials that `byok diff` compares, their labels masked.
struct ComparedCredentials {
  std::vector<diff::StoredCredential> before;
  std::vector<diff::StoredCredential> after;
  std::vector<std::string> notes{};
  std::vector<Error> failures{}; // of those that could not be read: then nothing is compared
};

// Reads BEFORE and AFTER, which hold what `byok get` prints as json or raw, or reads the
// credentials of BEFORE now; one that the service does not know any more is on the first side
// alone.
[[nodiscard]] Result<ComparedCredentials> read_compared_credentials(const Context& context);

} // namespace mrctl::commands
