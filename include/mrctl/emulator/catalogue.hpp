#pragma once

#include "mrctl/base/result.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace mrctl::emulator {

// Read-only data: JSON texts by identifier, returned byte for byte, so that a catalogue may contain
// what a service should not send (specification, sections 2.3 and 2.4).
struct Catalogue {
  std::map<std::string, std::string, std::less<>> models; // "author/slug" to the listing's data
  std::map<std::string, std::string, std::less<>> credentials; // lower-case UUID to the credential
};

// The invented models and credentials that docs/emulator.md lists.
[[nodiscard]] Catalogue seeded_catalogue();

// Reads {"models":{ID:DATA,…},"credentials":{UUID:DATA,…}}; a missing part is empty, and DATA may
// be anything. Fails with a usage error, "NAME:LINE:COLUMN: …", if the text is not such an object,
// or contains an identifier that cannot be requested.
[[nodiscard]] Result<Catalogue> read_catalogue(std::string_view text, std::string_view name);

} // namespace mrctl::emulator
