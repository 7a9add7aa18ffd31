#pragma once

#include "mrctl/base/json.hpp"
#include "mrctl/base/path.hpp"

#include <string>

namespace mrctl::request {

// Puts a value at a path, making the objects and arrays on the way. Fails, changing nothing, with
// what is in the way: "model is a string and has no member 'x'", "tools has 1 item; the next index
// is 1".
[[nodiscard]] tl::expected<void, std::string> set_at(Json& root, const JsonPath& path, Json value);

// Removes what stands at a path; nothing there is no error.
void unset_at(Json& root, const JsonPath& path);

} // namespace mrctl::request
