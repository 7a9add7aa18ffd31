#pragma once

#include "mrctl/base/error.hpp"
#include "mrctl/body/body.hpp"
#include "mrctl/output/changes.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mrctl::body {

// Returns the source that set the value at a JSON Pointer; null for what mrctl adds.
[[nodiscard]] const BodySource* source_of(const std::string& pointer, const Body& body);

// Adds the origin of each problem: the flag, or the line and column of the file. Members that
// exclude each other because a base was merged are an error that names both origins.
void place_problems(Problems& problems, const Body& body);

// Where a value of a body, or its key, comes from.
struct Located {
  const BodySource* source = nullptr; // null for what mrctl adds
  std::string text_file{};            // whose text it is (YAML's !file); else empty
  std::optional<Place> place{};       // if the source is a document
};

// Returns where values and keys come from, reading each document once.
[[nodiscard]] std::vector<Located> locate_all(const std::vector<document::PlaceQuery>& wanted,
                                              const Body& body);

// Returns where the value at a JSON Pointer comes from if a base or a flag made the last part of
// it; nothing if the body's own file did. Of a value that is not there, that of its nearest parent.
[[nodiscard]] std::optional<output::ChangeOrigin> outer_origin_of(const std::string& pointer,
                                                                  const Body& body);

// Returns the file whose text is the value at a JSON Pointer (YAML's !file); empty for other
// values.
[[nodiscard]] std::string text_file_of(const std::string& pointer, const Body& body);

} // namespace mrctl::body
