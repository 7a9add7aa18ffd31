#pragma once

#include "mrctl/base/json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mrctl::request {

// A value that is stored otherwise than it was sent; null on the side where there is none. Values
// may be large, and are those that were compared: they must outlive this.
struct Difference {
  std::string path; // JSON Pointer
  const Json* sent;
  const Json* stored;
};

// What became of the text of system and developer messages. How a service makes a prompt of them is
// not specified, so that another text is no fault.
enum class PromptFate { none, kept, changed, not_stated, added };

// What became of the fields of a body, in the order of the body.
struct Stored {
  std::vector<std::string> kept;
  std::vector<std::string> changed;    // stored with another value
  std::vector<Difference> differences; // the innermost values of those
  std::vector<Difference> lost;        // a preset keeps such a field, but this one is not there
  std::vector<std::string> ignored;    // a preset does not keep such a field
  std::vector<Difference> added;       // stored, but not sent
  std::size_t ignored_messages = 0;
  PromptFate prompt = PromptFate::none;

  [[nodiscard]] bool is_as_sent() const { return changed.empty() && lost.empty(); }
};

// Compares what was sent with the stored `config` (specification, sections 2.2 and 4.1). Null,
// absent and an object of nothing else are the same; an empty array is not. Numbers are compared by
// value. Messages are no part of it.
[[nodiscard]] Stored compare_with_stored(const Json& sent, const Json& config);

// Returns the text of the system and developer messages, joined by blank lines.
[[nodiscard]] std::string system_text_of(const Json& body);

// Compares the text of the system and developer messages, but for its white space, with the stored
// `system_prompt`.
[[nodiscard]] PromptFate compare_prompt(const Json& sent, const std::optional<std::string>& prompt);

} // namespace mrctl::request
