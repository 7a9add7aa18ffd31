#pragma once

#include "mrctl/api/requests.hpp"
#include "mrctl/base/result.hpp"

#include <string>
#include <vector>

namespace mrctl::commands {

// Reads "author/slug", to ask for its endpoints. Fails with a usage error if a text is not of that
// form.
[[nodiscard]] Result<std::vector<api::Query>> read_model_ids(const std::vector<std::string>& texts);

} // namespace mrctl::commands
