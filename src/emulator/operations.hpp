#pragma once

#include "mrctl/emulator/message.hpp"
#include "mrctl/emulator/store.hpp"

#include <string>
#include <vector>

namespace mrctl::emulator {

// The parameters of the path, decoded, in their order.
using PathParameters = std::vector<std::string>;

// POST /presets/{slug}/chat/completions (specification, section 4.1)
[[nodiscard]] http::Response create_preset(const Request& request, const PathParameters& parameters,
                                           Store& store);

// GET /models/{author}/{slug}/endpoints (specification, section 4.2)
[[nodiscard]] http::Response list_endpoints(const Request& request,
                                            const PathParameters& parameters, Store& store);

// GET /byok/{id} (specification, section 4.3)
[[nodiscard]] http::Response get_credential(const Request& request,
                                            const PathParameters& parameters, Store& store);

} // namespace mrctl::emulator
