#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::http {

struct Found {
  std::size_t begin = 0;
  std::size_t length = 0; // 0: not found
};

// Returns the texts by which a secret can be found in another text: itself, its hexadecimal digits,
// and what base64 makes of it in either alphabet wherever it begins in the encoded bytes
// ("user:key" included). Of base64, only the characters that do not depend on neighbouring bytes.
// Omits forms so short that they occur by chance. Empty for an empty secret.
[[nodiscard]] std::vector<std::string> encodings(std::string_view secret);

// Returns the first place from `from` on where the text spells `what`, each character as itself, as
// %XX of a URL, or as an escape of a JSON string.
[[nodiscard]] Found find_spelling(std::string_view text, std::string_view what, std::size_t from);

} // namespace mrctl::http
