#pragma once

#include "mrctl/base/json.hpp"

#include <string>
#include <vector>

namespace mrctl::request {

// What became of the fields of a body, by name, in the order of the body.
struct Stored {
  std::vector<std::string> kept;
  std::vector<std::string> changed; // stored with another value
  std::vector<std::string> lost;    // a preset keeps such a field, but this one is not there
  std::vector<std::string> ignored; // a preset does not keep such a field
};

// Compares what was sent with the stored `config` (specification, sections 2.2 and 4.1). Null and
// absent are the same, and numbers are compared by value. Messages are no part of it.
[[nodiscard]] Stored compare_with_stored(const Json& sent, const Json& config);

// Returns "kept model, temperature; changed top_p; ignored user and 2 messages", without the empty
// parts; empty where there is nothing to say.
[[nodiscard]] std::string describe_stored(const Stored& stored, std::size_t ignored_messages);

} // namespace mrctl::request
