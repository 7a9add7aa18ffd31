#pragma once

#include "mrctl/base/json.hpp"

#include "place.hpp"

#include <optional>
#include <string_view>

namespace mrctl::request {

// Explains libfyaml's error about a document's syntax, and where to correct it.
[[nodiscard]] JsonFault explain_yaml_syntax(std::string_view text, std::string_view said,
                                            const Part& part);

// Says that no anchor before the alias has its name.
[[nodiscard]] JsonFault explain_alias(std::string_view text, const Part& part);

// Finds the bracket before an offset that nothing closes.
[[nodiscard]] std::optional<JsonFault> find_open_bracket(std::string_view text, std::size_t offset);

// Finds an escape of a text in double quotes that stands for no character.
[[nodiscard]] std::optional<JsonFault> find_bad_escape(std::string_view text, const Part& part);

// libfyaml accepts a text that is not indented more than the block that it belongs to.
[[nodiscard]] std::optional<JsonFault> find_outdented(std::string_view text, std::size_t block,
                                                      const Part& part);

// Returns whether a '?' announces the key.
[[nodiscard]] bool is_announced(std::string_view text, const Part& key);

} // namespace mrctl::request
