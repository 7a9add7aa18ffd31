#pragma once

#include "mrctl/http/message.hpp"

#include <string>
#include <string_view>

namespace mrctl::emulator {

// Returns the words of the status line: "Not Found". Empty if the status has none (RFC 9112,
// section 4).
[[nodiscard]] std::string_view phrase_of(int status);

// Whether the connection stays open after the answer.
enum class Afterwards { stays, closes };

// Returns the status line and the header fields, with the length of the body, up to the empty line.
[[nodiscard]] std::string response_head(const http::Response& response, Afterwards afterwards);

} // namespace mrctl::emulator
