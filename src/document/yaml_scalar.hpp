#pragma once

#include "mrctl/json/value.hpp"

#include <string>

namespace mrctl::document {

// Resolves a scalar by the core schema of YAML 1.2. `tag` is yaml-cpp's: "?" for plain scalars, "!"
// for quoted ones, else what the document says. Fails with what is wrong, for people: infinities
// and numbers of too many digits, which JSON cannot carry.
[[nodiscard]] tl::expected<Json, std::string> resolve_yaml_scalar(const std::string& tag,
                                                                  const std::string& text);

} // namespace mrctl::document
