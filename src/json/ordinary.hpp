#pragma once

#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"

#include <optional>
#include <string_view>

namespace mrctl {

// Returns the outline of a text that is JSON as services usually send it. Returns nothing for any
// other text, which may still be JSON. Takes an eighth of the parser's time (docs/decisions/0010).
[[nodiscard]] std::optional<JsonOutline> outline_ordinary_json(std::string_view text);

// Returns whether it is such a text, and one that parse_json() accepts when it reads strictly.
[[nodiscard]] bool is_ordinary_json(std::string_view text);

// Returns the value of an integer, if it has at most 64 bits.
[[nodiscard]] std::optional<Json> integer_of(std::string_view token);

// Returns the value of such a text as parse_json() reads it. Nothing if there may be something to
// say: a duplicate key, a number that does not fit, an object of many members.
[[nodiscard]] std::optional<Json> read_ordinary_json(std::string_view text);

} // namespace mrctl
