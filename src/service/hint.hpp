#pragma once

#include "reading.hpp"

#include <string>

namespace mrctl::service {

// Returns what to do about an answer of that status; may be empty.
[[nodiscard]] std::string hint_for(const Question& question, const http::Exchange& exchange,
                                   int status);

// Returns what to do about an answer that cannot be the service's own.
[[nodiscard]] std::string_view address_hint(const Question& question);

// What to do if a key is required and there is none.
inline constexpr std::string_view missing_key_hint = "set MRCTL_API_KEY, or run 'mrctl auth login'";

} // namespace mrctl::service
