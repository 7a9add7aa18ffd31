#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/service/operations.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mrctl::service {

// Reads UUIDs, to ask for their credentials. Fails with a usage error that names the first text
// that is not one.
[[nodiscard]] Result<std::vector<Query>> read_credential_ids(const std::vector<std::string>& texts);

// Reads "author/slug", to ask for its endpoints. Fails with a usage error if a text is not of that
// form.
[[nodiscard]] Result<std::vector<Query>> read_model_ids(const std::vector<std::string>& texts);

// Returns "did you mean acme/large?" for a model that is not listed: its id without a client's
// prefix ("router/acme/large"), its base if it is a variant ("acme/large:nitro"), or the nearest of
// the known ids; empty if nothing is close. Without known ids, as when the service is asked, only
// the form of the id counts.
[[nodiscard]] std::string hint_on_model(std::string_view model,
                                        const std::vector<std::string>& known);

} // namespace mrctl::service
