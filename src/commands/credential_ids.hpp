#pragma once

#include "mrctl/base/result.hpp"

#include <string>
#include <vector>

namespace mrctl::commands {

// Fails with a usage error that names the first text that is not a UUID.
[[nodiscard]] Status check_credential_ids(const std::vector<std::string>& ids);

} // namespace mrctl::commands
