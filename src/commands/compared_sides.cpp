#include "compared_sides.hpp"

#include <algorithm>

namespace mrctl::commands {

Status check_one_standard_input(const Context& context) {
  const auto& paths = context.invocation.arguments;
  if (std::count(paths.begin(), paths.end(), "-") < 2) return {};
  return fail(Error::usage("standard input can be only one of BEFORE and AFTER"));
}

} // namespace mrctl::commands
