#pragma once

#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"

#include <optional>
#include <string_view>

namespace mrctl {

inline constexpr std::string_view too_many_digits =
    "a number of more than 1,000 digits when written without an exponent";

// Returns whether a number of JSON has at most 1,000 digits when written without an exponent.
[[nodiscard]] bool is_plain_enough(std::string_view number);

// Returns the outline of a text that is JSON, without a byte order mark; nothing for any other
// text. Takes an eighth of the time of nlohmann's parser (docs/decisions/0010).
[[nodiscard]] std::optional<JsonOutline> outline_ordinary_json(std::string_view text);

// Returns whether it is such a text, and one that parse_json() accepts when it reads strictly.
[[nodiscard]] bool is_ordinary_json(std::string_view text);

// Returns the value of such a text as parse_json() reads it. Nothing if there may be something to
// say: a duplicate key, a number of too many digits, an object of many members.
[[nodiscard]] std::optional<Json> read_ordinary_json(std::string_view text);

} // namespace mrctl
