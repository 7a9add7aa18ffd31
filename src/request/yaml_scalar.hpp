#pragma once

#include "mrctl/base/json.hpp"

#include <string>

namespace mrctl::request {

// Resolves a scalar by the core schema of YAML 1.2. `tag` is "?" for plain scalars, "!" for quoted
// ones, else what the document says. Fails with an explanation for infinities and numbers beyond 64
// bits, which JSON cannot represent.
[[nodiscard]] tl::expected<Json, std::string> resolve_yaml_scalar(const std::string& tag,
                                                                  const std::string& text);

} // namespace mrctl::request
