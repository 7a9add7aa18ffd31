#pragma once

#include "mrctl/emulator/request_reader.hpp"

namespace mrctl::emulator {

// Rejects with 400 a request whose Host is missing, given twice or malformed (RFC 9112, section
// 3.2); HTTP/1.0 may do without. Rejects with 403 a host that is not localhost, 127.0.0.0/8 or ::1:
// a page of another site can make its own name resolve to this machine (DNS rebinding), but its
// requests carry that name. The host of an absolute target counts as well.
[[nodiscard]] tl::expected<void, Refusal> check_host(const RequestHead& head);

} // namespace mrctl::emulator
