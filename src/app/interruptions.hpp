#pragma once

#include "mrctl/base/result.hpp"
#include "mrctl/http/curl_transport.hpp"

#include <memory>

namespace mrctl::app {

// Returns a transport that is aborted by signals that would end the program: its requests fail, so
// that the program can report what is known about them before it ends.
[[nodiscard]] Result<std::unique_ptr<http::Transport>>
make_interruptible_transport(http::Options options);

// Ends the process by the signal that aborted a transport, as loops in shells expect. Returns the
// code if there was none.
[[nodiscard]] int exit_code_after(int code);

} // namespace mrctl::app
