#pragma once

#include <string>
#include <string_view>

namespace mrctl {

// Returns the number that a text in another notation probably means, in plain digits: "2.5" for
// "$2.5", "2,5" and "2.5 USD", "2000" for "2k" and "2,000", "250" for "250ms", "0.5" for ".5".
// Empty if it means none.
[[nodiscard]] std::string meant_number(std::string_view text);

} // namespace mrctl
