#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/output/changes.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::body {

// Returns the source that set the value at a JSON Pointer; null for what mrctl adds.
[[nodiscard]] const BodySource* source_of(const std::string& pointer, const Body& body);

// Adds the origin of each problem: the flag, or the line and column of the file. Members that
// exclude each other because a base was merged are an error that names both origins.
void place_problems(Problems& problems, const Body& body);

// Returns where values of a body come from, by their JSON Pointers: "presets/support.yaml:3",
// "--set temperature". What mrctl adds has no origin.
[[nodiscard]] std::map<std::string, std::string>
origins_of(const std::vector<std::string>& pointers, const Body& body);

// Returns where the value at a JSON Pointer comes from if a base or a flag made the last part of
// it; nothing if the body's own file did. Of a value that is not there, that of its nearest parent.
[[nodiscard]] std::optional<output::ChangeOrigin> outer_origin_of(const std::string& pointer,
                                                                  const Body& body);

// Returns the file whose text is the value at a JSON Pointer (YAML's !file); empty for other
// values.
[[nodiscard]] std::string text_file_of(const std::string& pointer, const Body& body);

} // namespace mrctl::body
