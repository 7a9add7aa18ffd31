#pragma once

#include "mrctl/emulator/service.hpp"

#include <chrono>
#include <string>

namespace mrctl::emulator {

// Returns "POST /api/v1/presets/support/chat/completions 200 3 ms", and how the connection ends if
// that is unusual. Queries, headers and bodies may hold secrets and are left out; so are parts of
// the path that hold a key, however they are encoded, and control characters.
[[nodiscard]] std::string log_line(const Request& request, const Outcome& outcome,
                                   std::chrono::nanoseconds taken, const Keys& keys);

// Writes the line to stderr.
void log_request(const Request& request, const Outcome& outcome, std::chrono::nanoseconds taken,
                 const Keys& keys);

// Writes "- - 400 0 ms", if the request could not be read.
void log_unreadable(const Outcome& outcome, std::chrono::nanoseconds taken);

} // namespace mrctl::emulator
