#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/http/curl_transport.hpp"

#include <memory>

namespace mrctl::app {

// Returns a transport that a signal ends, where it would end the program: its requests fail, and
// what is known of them can be told, before the program ends.
[[nodiscard]] Result<std::unique_ptr<http::Transport>>
make_interruptible_transport(http::Options options);

// Ends the process by the signal that ended a transport, as a shell's loops expect it. Returns the
// code where none did.
[[nodiscard]] int exit_code_after(int code);

} // namespace mrctl::app
