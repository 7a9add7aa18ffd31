#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mrctl::http {

struct Found {
  std::size_t begin = 0;
  std::size_t length = 0; // 0: not found
};

// Returns the base64 characters of a secret that do not depend on what follows it; empty if they
// are so few that they occur by chance.
[[nodiscard]] std::string base64_core(std::string_view secret);

// Returns the first place from `from` on where the text spells `what`, each character as itself, as
// %XX of a URL, or as an escape of a JSON string.
[[nodiscard]] Found find_spelling(std::string_view text, std::string_view what, std::size_t from);

} // namespace mrctl::http
