#pragma once

#include <string>
#include <string_view>

namespace mrctl::output {

// Returns the text for use in XML 1.0 and HTML, between tags and inside quotes: as safe_text()
// (text.hpp), which leaves no character that XML forbids, with `&<>"'` as entities. Line breaks are
// escaped.
[[nodiscard]] std::string markup_text(std::string_view text);

// The same with line breaks kept.
[[nodiscard]] std::string markup_lines(std::string_view text);

} // namespace mrctl::output
