#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/service/requests.hpp"

#include <string>
#include <vector>

namespace mrctl::commands {

// Reads UUIDs, to ask for their credentials. Fails with a usage error that names the first text
// that is not one.
[[nodiscard]] Result<std::vector<service::Query>>
read_credential_ids(const std::vector<std::string>& texts);

} // namespace mrctl::commands
