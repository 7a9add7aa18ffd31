#pragma once

#include "mrctl/base/json_text.hpp"

#include <optional>
#include <string_view>

namespace mrctl {

// Returns the outline of a text that is JSON of the kind that services send. Nothing where it is of
// another kind, which may be JSON all the same. Takes an eighth of the time that the parser needs
// to say so (docs/decisions/0010).
[[nodiscard]] std::optional<JsonOutline> outline_ordinary_json(std::string_view text);

} // namespace mrctl
