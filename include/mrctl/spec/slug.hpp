#pragma once

#include <string_view>

namespace mrctl::spec {

// The characters that a slug may contain, for messages.
inline constexpr std::string_view slug_hint = "use letters, digits, '-', '.', '_' and '~'";

// Returns whether a text can be the slug of a preset: what a URL carries unescaped (RFC 3986), at
// least one character, and neither "." nor "..", which would name another path.
[[nodiscard]] bool is_slug(std::string_view text);

} // namespace mrctl::spec
