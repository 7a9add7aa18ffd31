#pragma once

#include "mrctl/base/error.hpp"

#include <string_view>

namespace mrctl::service {

// Returns the kind of failure that a status other than 2xx means (the exit codes follow from it).
[[nodiscard]] ErrorKind kind_of_status(int status);

// Returns the status in words, "Not Found", or "no further explanation" for one without a name.
[[nodiscard]] std::string_view status_words(int status);

} // namespace mrctl::service
