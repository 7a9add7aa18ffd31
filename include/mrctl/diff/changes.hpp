#pragma once

#include "mrctl/base/json.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::diff {

enum class Kind { added, removed, changed };

// Returns "added", "removed" or "changed".
[[nodiscard]] std::string_view kind_name(Kind kind);

// One change on the way from one JSON value to another.
struct Change {
  std::string path;         // JSON Pointer; of what was removed into the first, else the second
  std::optional<Json> from; // nothing where it was added
  std::optional<Json> to;   // nothing where it was removed

  [[nodiscard]] Kind kind() const;
};

// Returns the changes in the order of the second value, what an object lost behind what it has.
// Null is a value like others; the order of members is none, that of lists is. An object or a list
// that was added or removed is one change. Elements of lists are aligned, so that one that was put
// in is one change: those of the same "id", "name", "function.name", "role" or "type" are compared
// member by member, other objects are removed and added.
[[nodiscard]] std::vector<Change> changes_between(const Json& from, const Json& to);

// Returns {"path","from","to"}; "from" and "to" are absent where there is nothing.
[[nodiscard]] Json change_json(const Change& change);

} // namespace mrctl::diff
