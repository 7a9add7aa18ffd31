#include "mrctl/base/version.hpp"

namespace mrctl {

std::string_view version() {
  return MRCTL_VERSION;
}

} // namespace mrctl
