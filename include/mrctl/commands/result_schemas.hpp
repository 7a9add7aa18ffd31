#pragma once

#include "mrctl/help/schema.hpp"

#include <span>

namespace mrctl::commands {

// The schemas of results and of lines on standard error, each made of the rows that write it.
[[nodiscard]] std::span<const help::ResultSchema> result_schemas();

} // namespace mrctl::commands
