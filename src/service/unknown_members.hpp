#pragma once

#include "mrctl/service/record.hpp"

#include <span>
#include <string_view>

namespace mrctl::service {

// Returns the members of an object that are not known, in their order, from its text; of duplicate
// keys, the last value.
[[nodiscard]] UnknownMembers read_unknown(std::string_view object,
                                          std::span<const std::string_view> known);

} // namespace mrctl::service
