#pragma once

#include "mrctl/emulator/presets.hpp"
#include "mrctl/emulator/request_reader.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::emulator {

inline constexpr std::string_view api_prefix = "/api/v1"; // specification, section 9

// The parameters of the path, decoded, in their order.
using PathParameters = std::vector<std::string>;

// One operation that the emulator answers.
struct Route {
  std::string_view method;
  std::string_view path; // behind the prefix; segments in braces are parameters
  http::Response (*answer)(const Request&, const PathParameters&, Store&);
};

[[nodiscard]] std::span<const Route> routes();

// Answers one request as the specification says, sections 4, 5 and 7; docs/emulator.md says what
// was chosen where it is silent. Never throws and always answers. Several threads may call it on
// one store.
[[nodiscard]] http::Response handle(const Request& request, Store& store);

} // namespace mrctl::emulator
