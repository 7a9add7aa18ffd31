#pragma once

#include "mrctl/base/json.hpp"

#include <optional>
#include <string_view>

namespace mrctl {

// Says what keeps a text from being JSON, in words for people, and where it is to be mended. Only
// asked of a text that the parser has refused; nothing where there is no fault to be found.
[[nodiscard]] std::optional<JsonFault> explain_json_syntax(std::string_view text);

} // namespace mrctl
