#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/render/format.hpp"
#include "mrctl/render/terminal.hpp"

#include <string>
#include <string_view>

namespace mrctl::render {

// Returns what stderr gets for a failure, with a final newline.
//   text    each problem like a compiler's, then "mrctl: 403 …" with what is known of the request
//   json    one line {"error":{…}}; every key is there, null where nothing is known
//   github  an annotation line for each problem, or one for the error where there are none
[[nodiscard]] std::string error_report(const Error& error, ErrorFormat format,
                                       const Terminal& terminal);

// Returns what stderr gets for the warnings of a run that succeeded; empty where there are none. As
// JSON it is one line {"warnings":[…]}.
[[nodiscard]] std::string warnings_report(const Problems& warnings, ErrorFormat format,
                                          const Terminal& terminal);

// Returns "mrctl: note: …" with a final newline.
[[nodiscard]] std::string note_line(std::string_view message, const Terminal& terminal);

} // namespace mrctl::render
