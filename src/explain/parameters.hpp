#pragma once

#include "mrctl/json/value.hpp"
#include "mrctl/service/endpoint.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::explain {

// Returns the parameters that a body sets: members that an endpoint may or may not support.
[[nodiscard]] std::vector<std::string_view> parameters_of(const Json& body);

// Returns those that the endpoint does not support; nothing if the listing does not say what it
// supports.
[[nodiscard]] std::optional<std::vector<std::string>>
unsupported_by(const service::Endpoint& endpoint, const Json& body);

} // namespace mrctl::explain
