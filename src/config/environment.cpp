#include "mrctl/config/environment.hpp"

namespace mrctl::config {

std::string_view variable_of(const Environment& environment, std::string_view name) {
  const auto found = environment.variables.find(name);
  return found == environment.variables.end() ? std::string_view{} : found->second;
}

} // namespace mrctl::config
