#pragma once

#include <optional>
#include <string>
#include <vector>

namespace mrctl::model {

// A member that the specification does not name; text for people.
struct UnknownMember {
  std::string name;
  std::string text;

  bool operator==(const UnknownMember&) const = default;
};

using UnknownMembers = std::vector<UnknownMember>;

// A value whose null says something: the outer optional is empty where the member is missing, the
// inner one where it is null.
template <class T>
using Nullable = std::optional<std::optional<T>>;

} // namespace mrctl::model
