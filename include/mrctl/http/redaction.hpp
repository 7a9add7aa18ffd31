#pragma once

#include "mrctl/base/secret.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::http {

// Returns the text with every secret replaced by "[redacted]", also where it is percent-encoded, in
// a JSON string (and in one within another), in base64 (as in "Basic" credentials) or in
// hexadecimal digits, and where an ellipsis cuts it off.
[[nodiscard]] std::string hide_secrets(std::string_view text, std::span<const Secret> secrets);

// Returns whether a secret is long enough not to stand in a text by chance: hiding a shorter one
// would spoil words and tell what it is.
[[nodiscard]] bool stands_out(const Secret& secret);

// Returns what looks like a secret in an argument of a command line: user information in a URL, and
// words like "sk-…" of 16 characters and more.
[[nodiscard]] std::vector<Secret> possible_secrets(std::string_view argument);

// Returns a body with the values of its members "label" and "key" hidden that are not masked,
// whatever surrounds them, and of those in JSON within JSON.
[[nodiscard]] std::string hide_unmasked_members(std::string_view body);

// Like hide_secrets(), and hides the values of sensitive headers (Authorization, Cookie, *-Api-Key,
// *-Token, X-Secret-* …) to the end of their line, wherever in the line they stand, those of Token,
// X-Auth and their like where they begin it, and user information in URLs.
[[nodiscard]] std::string redact(std::string_view text, std::span<const Secret> secrets);

// Returns whether a header of that name, in any case, carries a credential.
[[nodiscard]] bool is_sensitive_header(std::string_view name);

} // namespace mrctl::http
