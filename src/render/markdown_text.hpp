#pragma once

#include <string>
#include <string_view>

namespace mrctl::render {

// Returns the text safe to read (text.hpp), with what Markdown would act on escaped.
[[nodiscard]] std::string markdown_text(std::string_view text);

} // namespace mrctl::render
