#pragma once

#include <string>
#include <string_view>

namespace mrctl::emulator {

// Returns "export NAME=VALUE\n" for a POSIX shell to evaluate, quoted if the value needs it.
[[nodiscard]] std::string export_line(std::string_view name, std::string_view value);

} // namespace mrctl::emulator
