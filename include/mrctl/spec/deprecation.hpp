#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mrctl::spec {

// Says that a part of a body should not be used anymore.
struct Deprecation {
  std::string_view replacement{}; // what to use instead; empty if the part has no effect anymore
};

// Every text about deprecation comes from the following functions.

// Returns "max_tokens is deprecated", or "stream is deprecated and has no effect".
[[nodiscard]] std::string deprecation_message(const Deprecation& deprecation,
                                              std::string_view name);

// Returns "use max_completion_tokens"; empty if there is no replacement.
[[nodiscard]] std::string deprecation_suggestion(const Deprecation& deprecation);

// Returns the help of a flag: "maximum tokens to generate (deprecated, use max_completion_tokens)".
[[nodiscard]] std::string flag_help(std::string_view help,
                                    const std::optional<Deprecation>& deprecation);

// Returns the description in a schema: "maximum tokens to generate; deprecated, use
// max_completion_tokens". The help may be empty.
[[nodiscard]] std::string schema_description(std::string_view help,
                                             const std::optional<Deprecation>& deprecation);

} // namespace mrctl::spec
