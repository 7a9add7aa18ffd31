#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mrctl {

// A place inside a JSON value as users write it: "provider.order[0]", "metadata.\"a.b\"".
using PathStep = std::variant<std::string, std::size_t>;
using JsonPath = std::vector<PathStep>;

// Returns nothing if the text is not a path: empty steps, an open bracket, an index beyond 9
// digits.
[[nodiscard]] std::optional<JsonPath> parse_path(std::string_view text);

// Returns the JSON Pointer (RFC 6901) of the path.
[[nodiscard]] std::string pointer_of(const JsonPath& path);

// Returns the names and indexes that a JSON Pointer leads through, without its escapes.
[[nodiscard]] std::vector<std::string> pointer_steps(std::string_view pointer);

// Returns the dotted spelling of a JSON Pointer, for messages: "/provider/order/0" →
// "provider.order[0]".
[[nodiscard]] std::string dotted(std::string_view pointer);

} // namespace mrctl
