#pragma once

#include "mrctl/commands/context.hpp"
#include "mrctl/routing/model_listings.hpp"

#include <string>
#include <vector>

namespace mrctl::commands {

// Returns the listings of the models: from the files of --listing, else from the service, one
// request for each model. A null service is that of the settings.
[[nodiscard]] Result<routing::ListingsToExplain>
find_listings(const Context& context, std::vector<std::string> models,
              const service::Service* service = nullptr);

} // namespace mrctl::commands
