#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/output/format.hpp"
#include "mrctl/output/terminal.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::output {

// Returns what stderr gets for a failure, with a final newline.
//   text    each problem like a compiler's, then "mrctl: 403 …" with what is known of the request
//   json    one line {"error":{…}}; every key is there, null if nothing is known
//   github  an annotation line for each problem, or one for the error if there are none; the
//           title names the preset that the command is about, if there is one
[[nodiscard]] std::string error_report(const Error& error, ErrorFormat format,
                                       const Terminal& terminal, std::string_view slug = {});

// What a service stored of what it was sent: one line for people, everything for programs.
struct StoredSummary {
  std::string sentence;               // empty if there is nothing to say
  std::vector<std::string> details{}; // further lines for people
  Problems warnings{};                // differences; if there are any, the sentence is a warning
  std::string json{};                 // an object
};

// Returns what stderr gets for a failure about what the service stored; as JSON, with the account
// as the member "stored" beside "error".
[[nodiscard]] std::string error_report(const Error& error, const StoredSummary& stored,
                                       ErrorFormat format, const Terminal& terminal,
                                       std::string_view slug = {});

// What a run reports besides its result and its failures.
struct Remarks {
  Problems warnings{};
  std::vector<std::string> notes{};
  std::optional<StoredSummary> stored{};
};

// Returns what stderr gets for them; empty if there are none.
//   text    each warning like a compiler's, then "mrctl: note: …" and "mrctl: warning: …"
//   json    one line {"warnings":[…],"notes":[…],"stored":{…}}, without what there is none of but
//           for the warnings
//   github  annotations: warnings, and notices for what is no warning
[[nodiscard]] std::string remarks_report(const Remarks& remarks, ErrorFormat format,
                                         const Terminal& terminal, std::string_view slug = {});

// Returns the annotations of a whole run: at most ten errors and ten warnings, which is what a CI
// service shows of a step, then the notices; the last line says how many more there are ("3 more").
[[nodiscard]] std::string annotations_report(const Remarks& remarks,
                                             std::span<const Error> failures,
                                             std::string_view slug = {});

// The rule of the problem that an error has if records could not be pushed: then "records" is
// "unpushed".
inline constexpr std::string_view unpushed_rule = "records.unpushed";

// Returns the error's message, preceded by the status unless it is a 2xx: "403 Only management keys
// can perform this operation". The text is not escaped yet.
[[nodiscard]] std::string error_sentence(const Error& error);

// Draws the problems, the message and what is known about the request.
[[nodiscard]] std::string error_text(const Error& error, const Terminal& terminal);

// Returns whether the failed command may have made a version: "no" for reads, refusals and what was
// not sent, "yes" after a 2xx, else "unknown".
[[nodiscard]] std::string_view stored_name(const Error& error);

} // namespace mrctl::output
