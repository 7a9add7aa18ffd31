#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/value.hpp"
#include "mrctl/json/view.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::body {

// Returns the value that one step leads to, or nothing.
[[nodiscard]] std::optional<JsonView> find_step(const JsonView& value, const PathStep& step);

// Returns the value at a path, or nothing.
[[nodiscard]] std::optional<JsonView> find_at(const JsonText& text, const JsonPath& path);

// Puts a value at a path and creates missing objects and arrays. If something is in the way, fails
// without changing anything: "model is a string and has no member 'x'", "tools has 1 item; the next
// index is 1".
[[nodiscard]] tl::expected<void, std::string> set_at(JsonText& text, const JsonPath& path,
                                                     const Json& value);

// Returns a warning, with the nearest member, if there is no value at a path.
[[nodiscard]] std::optional<Problem> find_missing(const JsonText& body, const JsonPath& path);

// Removes the value at a path; a missing value is not an error.
void unset_at(JsonText& text, const JsonPath& path);

// Returns a path with dots for one with slashes, such as /provider/sort; empty for other paths.
[[nodiscard]] std::string with_dots(std::string path);

struct RemovedMessages {
  std::vector<JsonCut> cuts;
  std::vector<std::size_t> kept; // positions of the messages that stay
};

// Returns what removes some of the messages.
[[nodiscard]] RemovedMessages
removing_messages(const JsonView& messages,
                  const std::function<bool(const JsonView& message)>& is_removed);

} // namespace mrctl::body
