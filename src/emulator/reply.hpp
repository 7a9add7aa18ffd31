#pragma once

#include "mrctl/http/message.hpp"
#include "mrctl/json/value.hpp"

#include <string>
#include <string_view>

namespace mrctl::emulator {

// Returns 200 with {"data": …}; `data` is a JSON text.
[[nodiscard]] http::Response data_reply(std::string_view data);

// Returns the error envelope of the specification, section 7, with that section's message for the
// status, or the status's phrase for others. A null `metadata` is left out.
[[nodiscard]] http::Response error_reply(int status, const Json& metadata = nullptr);

// Returns the message that error_reply() gives.
[[nodiscard]] std::string error_message(int status);

} // namespace mrctl::emulator
