#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/json/rows.hpp"
#include "mrctl/output/terminal.hpp"

#include <string>
#include <string_view>

namespace mrctl::output {

// The rule of the problem that an error has if records could not be pushed: then "records" is
// "unpushed".
inline constexpr std::string_view unpushed_rule = "records.unpushed";

// The line about a failure on standard error, in JSON.
struct ErrorLine {
  const Error& error;
  Sometimes<Json> stored{}; // of 'preset create': what the service stored
};

// What the rows of an error say about its requests.
[[nodiscard]] std::string_view sent_word(const Error& error);
[[nodiscard]] std::optional<int> attempts_of(const Error& error);
[[nodiscard]] Json metadata_of(const Error& error);
[[nodiscard]] Sometimes<std::string_view> records_word(const Error& error);

// Returns the error's message, preceded by the status unless it is a 2xx: "403 Only management keys
// can perform this operation". The text is not escaped yet.
[[nodiscard]] std::string error_sentence(const Error& error);

// Draws the problems, the message and what is known about the request.
[[nodiscard]] std::string error_text(const Error& error, const Terminal& terminal);

// Returns whether the failed command may have made a version: "no" for reads, refusals and what was
// not sent, "yes" after a 2xx, else "unknown".
[[nodiscard]] std::string_view stored_name(const Error& error);

} // namespace mrctl::output
