#pragma once

#include "mrctl/base/json.hpp"

#include <cstddef>
#include <string>

namespace mrctl::request {

// Returns the value as compact JSON, or no more than a beginning of it that has at least so many
// bytes: a value may be as large as the whole body, of which messages quote some characters.
[[nodiscard]] std::string json_beginning(const Json& value, std::size_t bytes);

} // namespace mrctl::request
