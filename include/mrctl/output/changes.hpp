#pragma once

#include "mrctl/json/value.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mrctl::output {

// One difference between two JSON values.
struct Change {
  std::string path;         // JSON Pointer; into the first value if removed, else into the second
  std::optional<Json> from; // nothing if it was added
  std::optional<Json> to;   // nothing if it was removed
};

// Returns the changes in the order of the second value, with removed members of an object last.
// Null is an ordinary value. The order of members does not matter, the order of lists does. An
// added or removed object or list is one change. Elements of lists are aligned, so an inserted
// element is one change: objects with the same "id", "name", "function.name", "role" or "type" are
// compared member by member, others count as removed and added. Takes linear time but for a fixed
// budget of pairs; where that is used up, elements are paired by position.
[[nodiscard]] std::vector<Change> changes_between(const Json& from, const Json& to);

// Returns {"path","from","to"}; "from" and "to" are absent if there is nothing.
[[nodiscard]] Json change_json(const Change& change);

} // namespace mrctl::output
