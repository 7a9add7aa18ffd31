#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/body/stored_comparison.hpp"
#include "mrctl/json/value.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mrctl::body {

// Returns "kept model, temperature; changed top_p; ignored user, 2 messages", leaving out empty
// parts; may be empty.
[[nodiscard]] std::string describe(const Comparison& stored);

// Returns what was changed (rule "stored.changed") or lost ("stored.not-kept") as problems, placed
// where the value that was sent comes from: "top_p was sent as 0.5 and is stored as 0.4". Long
// values are shortened to where they differ.
[[nodiscard]] Problems problems_of(const Comparison& stored, const Body& sent, Severity severity);

// Returns a line for each added field, and one for a different system prompt.
[[nodiscard]] std::vector<std::string> explain_additions(const Comparison& stored, const Body& sent,
                                                         const std::optional<std::string>& prompt);

// Returns {"kept":[…],"changed":[{"path","sent","stored"}…],"not_kept":[…],"ignored":[…],
// "added":[…],"ignored_messages":N,"system_prompt":"kept|changed|not_stated|added|null"}.
[[nodiscard]] Json comparison_json(const Comparison& stored);

} // namespace mrctl::body
