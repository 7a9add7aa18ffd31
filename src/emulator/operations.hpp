#pragma once

#include "mrctl/emulator/handle.hpp"

#include <array>

namespace mrctl::emulator {

// Sections 4.1, 4.2 and 4.3 of the specification.
[[nodiscard]] http::Response create_preset(const Request& request, const PathParameters& parameters,
                                           Store& store);
[[nodiscard]] http::Response list_endpoints(const Request& request,
                                            const PathParameters& parameters, Store& store);
[[nodiscard]] http::Response get_credential(const Request& request,
                                            const PathParameters& parameters, Store& store);

inline constexpr std::array route_rows{
    Route{"POST", "/presets/{slug}/chat/completions", create_preset},
    Route{"GET", "/models/{author}/{slug}/endpoints", list_endpoints},
    Route{"GET", "/byok/{id}", get_credential},
};

} // namespace mrctl::emulator
