#pragma once

#include "mrctl/emulator/message.hpp"
#include "mrctl/emulator/store.hpp"

namespace mrctl::emulator {

inline constexpr std::string_view api_prefix = "/api/v1"; // specification, section 9

// Answers one request as the specification says, sections 4, 5 and 7; docs/emulator.md says what
// was chosen where it is silent. Never throws and always answers. Several threads may call it on
// one store.
[[nodiscard]] http::Response handle(const Request& request, Store& store);

} // namespace mrctl::emulator
