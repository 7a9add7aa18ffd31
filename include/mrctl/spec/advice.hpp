#pragma once

#include "mrctl/spec/command.hpp"

#include <string_view>

namespace mrctl::spec {

// Hints for habits from other programs, for which the nearest word would not help.

// Returns a hint on a flag that does not exist, such as "--api-key"; empty if there is none.
// `command` may be null.
[[nodiscard]] std::string_view advice_on_flag(std::string_view flag, const Command* command);

// Returns a hint on a noun that no command has, such as "models"; empty if there is none.
[[nodiscard]] std::string_view advice_on_noun(std::string_view noun);

// Returns a hint on a verb that a noun does not have, such as "list" of "preset"; empty if there is
// none.
[[nodiscard]] std::string_view advice_on_verb(std::string_view noun, std::string_view verb);

} // namespace mrctl::spec
