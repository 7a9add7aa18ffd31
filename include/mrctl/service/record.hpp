#pragma once

#include <optional>
#include <string>
#include <vector>

namespace mrctl::service {

// An undocumented member, as text for people.
struct UnknownMember {
  std::string name;
  std::string text;

  bool operator==(const UnknownMember&) const = default;
};

using UnknownMembers = std::vector<UnknownMember>;

// A value whose null has a meaning: the outer optional is empty if the member is missing, the inner
// one if it is null.
template <class T>
using Nullable = std::optional<std::optional<T>>;

} // namespace mrctl::service
