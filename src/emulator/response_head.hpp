#pragma once

#include "mrctl/http/message.hpp"

#include <string>

namespace mrctl::emulator {

// Whether the connection stays open after the answer.
enum class Afterwards { stays, closes };

// Returns the status line and the header fields, with the length of the body, up to the empty line.
[[nodiscard]] std::string response_head(const http::Response& response, Afterwards afterwards);

} // namespace mrctl::emulator
