#pragma once

#include <string>

namespace mrctl::emulator {

// Returns whether it is an address of 127.0.0.0/8, or ::1 without brackets.
[[nodiscard]] bool is_loopback_address(const std::string& host);

} // namespace mrctl::emulator
