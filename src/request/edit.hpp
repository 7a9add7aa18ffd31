#pragma once

#include "mrctl/json/path.hpp"
#include "mrctl/json/value.hpp"

#include <string>

namespace mrctl::request {

// Puts a value at a path and creates missing objects and arrays. If something is in the way, fails
// without changing anything: "model is a string and has no member 'x'", "tools has 1 item; the next
// index is 1".
[[nodiscard]] tl::expected<void, std::string> set_at(Json& root, const JsonPath& path, Json value);

// Removes the value at a path; a missing value is not an error.
void unset_at(Json& root, const JsonPath& path);

} // namespace mrctl::request
