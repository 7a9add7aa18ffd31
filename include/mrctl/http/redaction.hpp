#pragma once

#include "mrctl/base/secret.hpp"

#include <span>
#include <string>
#include <string_view>

namespace mrctl::http {

// Returns the text with every secret replaced by "[redacted]", also where it is percent-encoded, in
// a JSON string, in base64 (as in "Basic" credentials) or in hexadecimal digits.
[[nodiscard]] std::string hide_secrets(std::string_view text, std::span<const Secret> secrets);

// Returns whether a secret is long enough not to stand in a text by chance: hiding a shorter one
// would spoil words and tell what it is.
[[nodiscard]] bool stands_out(const Secret& secret);

// Like hide_secrets(), and hides the values of sensitive headers (Authorization, Cookie, X-Api-Key
// …) to the end of their line, wherever in the line they stand, and user information in URLs.
[[nodiscard]] std::string redact(std::string_view text, std::span<const Secret> secrets);

// Returns whether a header of that name, in any case, carries a credential.
[[nodiscard]] bool is_sensitive_header(std::string_view name);

} // namespace mrctl::http
