#pragma once

#include <string>
#include <string_view>

namespace mrctl::output {

// Returns the text as safe_text() (text.hpp), with Markdown syntax escaped.
[[nodiscard]] std::string markdown_text(std::string_view text);

} // namespace mrctl::output
