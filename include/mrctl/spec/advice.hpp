#pragma once

#include "mrctl/spec/command.hpp"

#include <string_view>

namespace mrctl::spec {

// What to do instead of what people bring along from other programs: better than the nearest word.

// Returns a hint on a flag that does not exist, such as "--api-key"; empty where there is none.
// `command` may be null.
[[nodiscard]] std::string_view advice_on_flag(std::string_view flag, const Command* command);

// Returns a hint on a verb that a noun does not have, such as "list" of "preset"; empty where there
// is none.
[[nodiscard]] std::string_view advice_on_verb(std::string_view noun, std::string_view verb);

} // namespace mrctl::spec
