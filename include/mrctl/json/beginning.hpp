#pragma once

#include "mrctl/json/value.hpp"
#include "mrctl/json/view.hpp"

#include <cstddef>
#include <string>

namespace mrctl {

// Returns the value as compact JSON, or a beginning of it with at least that many bytes. A value
// may be as large as the whole body, but messages quote only a few characters.
[[nodiscard]] std::string json_beginning(const Json& value, std::size_t bytes);
[[nodiscard]] std::string json_beginning(const JsonView& value, std::size_t bytes);

} // namespace mrctl
