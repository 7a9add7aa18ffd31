#pragma once

#include <string>
#include <string_view>

namespace mrctl::render {

// Returns the text as it may stand between the tags of XML 1.0 and HTML, and inside their quotes:
// safe to read (text.hpp), which leaves no character that XML forbids, and with `&<>"'` written as
// entities. Line breaks are made visible.
[[nodiscard]] std::string markup_text(std::string_view text);

// The same with line breaks kept.
[[nodiscard]] std::string markup_lines(std::string_view text);

} // namespace mrctl::render
