#pragma once

#include "mrctl/emulator/message.hpp"
#include "mrctl/emulator/store.hpp"

#include <string>

namespace mrctl::emulator {

// Returns the path of the target without its query. Segments that contain one of the keys, the key
// that the request came with, or what looks like a key of the service ("sk-" and a long word) are
// "[redacted]", however often they are percent-encoded.
[[nodiscard]] std::string hidden_path(const Request& request, const Keys& keys);

} // namespace mrctl::emulator
