#pragma once

#include "mrctl/json/view.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mrctl::body {

// The one place that recognises what people give in place of a body. The sentences complete
// "error: " and say what it is and what to do with it; they are empty for what may be a body.

// Of a text that is neither JSON nor YAML: TOML, a project file, the pointer of a large file.
[[nodiscard]] std::string recognised_text(std::string_view text);

// Of a document: what mrctl prints (a plan, a listing, a stored preset, …) or writes (a record),
// a manifest, and several bodies in one file.
[[nodiscard]] std::string recognised_json(const JsonView& root);

// Returns the pointer of the first value that is encrypted.
[[nodiscard]] std::optional<std::string> find_encrypted(const JsonView& value,
                                                        const std::string& pointer = "");

// Returns whether an object has members, none of which is a field of a request; "$schema" does not
// count.
[[nodiscard]] bool has_no_field(const JsonView& body);

// Returns the names of the first members: "a, b, c and 2 more".
[[nodiscard]] std::string first_members(const JsonView& object);

} // namespace mrctl::body
