#include "mrctl/base/counted.hpp"

#include <fmt/format.h>

namespace mrctl {

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

} // namespace mrctl
