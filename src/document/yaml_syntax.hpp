#pragma once

#include "mrctl/json/value.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl::document {

// Finds the bracket or the quote that makes a document stop at an offset: one that nothing closes,
// or that something else does.
[[nodiscard]] std::optional<JsonFault> find_broken_pair(std::string_view text, std::size_t offset);

// Says in words for people what yaml-cpp said of a document's syntax, and where it is to be mended.
[[nodiscard]] JsonFault explain_yaml_syntax(std::string_view text, const std::string& message,
                                            std::size_t offset);

} // namespace mrctl::document
