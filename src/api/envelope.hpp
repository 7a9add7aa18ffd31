#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mrctl::api {

// What an error body says (specification, section 7), as far as it can be read.
struct Complaint {
  std::string message;           // one line, however long; empty when there is none
  std::optional<long long> code; // also where it came as text
  std::string metadata;          // JSON text; empty when absent or null
};

// Reads any body as an error's: the envelope, an envelope with parts missing or of other types,
// other JSON with a message somewhere, plain text. HTML and what is cut off give no message.
[[nodiscard]] Complaint read_complaint(std::string_view body);

// Returns at most the first 300 bytes of what a service says, in whole characters. What must not be
// seen is hidden before, so that no cut leaves half of it.
[[nodiscard]] std::string shortened(std::string message);

// Returns whether the body is JSON with an `error` that says something.
[[nodiscard]] bool has_complaint(std::string_view body);

// Returns whether the body looks like a page for a browser.
[[nodiscard]] bool is_html(std::string_view body);

} // namespace mrctl::api
