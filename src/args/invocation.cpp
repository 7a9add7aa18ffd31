#include "mrctl/args/invocation.hpp"

#include <algorithm>

namespace mrctl::args {

bool Invocation::has(std::string_view flag) const {
  return count(flag) > 0;
}

std::size_t Invocation::count(std::string_view flag) const {
  return static_cast<std::size_t>(std::count_if(
      flags.begin(), flags.end(), [&](const FlagUse& use) { return use.name == flag; }));
}

std::optional<std::string> Invocation::value(std::string_view flag) const {
  const auto found = std::find_if(flags.rbegin(), flags.rend(),
                                  [&](const FlagUse& use) { return use.name == flag; });
  if (found == flags.rend()) return std::nullopt;
  return found->value;
}

} // namespace mrctl::args
