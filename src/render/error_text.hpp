#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/render/terminal.hpp"

#include <string>

namespace mrctl::render {

// Returns the error's own sentence with the status in front, where that says more than "it worked":
// "403 Only management keys can perform this operation". The text is not yet safe.
[[nodiscard]] std::string error_sentence(const Error& error);

// Draws the problems, the sentence and what is known of the request.
[[nodiscard]] std::string error_text(const Error& error, const Terminal& terminal);

} // namespace mrctl::render
