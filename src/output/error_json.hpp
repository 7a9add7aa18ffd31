#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/json/value.hpp"

namespace mrctl::output {

// Returns {"error":{…}} with every key; unknown values are null.
[[nodiscard]] Json error_json(const Error& error);

// Returns {"warnings":[…]}.
[[nodiscard]] Json warnings_json(const Problems& warnings);

} // namespace mrctl::output
