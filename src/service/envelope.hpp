#pragma once

#include "mrctl/base/error.hpp"

#include "reading.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mrctl::service {

// The readable parts of an error body (specification, section 7).
struct Complaint {
  std::string message;           // one line, however long; empty when there is none
  std::optional<long long> code; // also if it came as text
  std::string metadata;          // JSON text; empty when absent or null
};

// Reads any body as an error body: the envelope, an envelope with parts missing or of other types,
// other JSON with a message somewhere, plain text. HTML and incomplete bodies give no message.
[[nodiscard]] Complaint read_complaint(std::string_view body);

// Returns at most the first 1,000 bytes of a service's message, in whole characters. Secrets must
// be hidden before, so that no cut leaves half of one.
[[nodiscard]] std::string shortened(const std::string& message);

// Returns whether the body is JSON with a readable `error`.
[[nodiscard]] bool has_complaint(std::string_view body);

// Returns whether the body looks like a page for a browser.
[[nodiscard]] bool is_html(std::string_view body);

// Returns the kind of failure that a status other than 2xx means (the exit codes follow from it).
[[nodiscard]] ErrorKind kind_of_status(int status);

// Returns what to do about an answer of that status; empty if nothing is known, or if the service
// says it itself.
[[nodiscard]] std::string hint_for(const RequestContext& context, const http::Exchange& exchange,
                                   const Complaint& complaint, int status);

// Returns what to do about an answer that cannot be the service's own.
[[nodiscard]] std::string_view address_hint(const RequestContext& context);

// What to do if a key is required and there is none.
inline constexpr std::string_view missing_key_hint = "set MRCTL_API_KEY, or run 'mrctl auth login'";

} // namespace mrctl::service
