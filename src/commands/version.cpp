#include "mrctl/docgen/help.hpp"

#include "commands.hpp"

namespace mrctl::commands {

Result<Answer> version(const Context& /*context*/) {
  Answer answer;
  answer.out = docgen::version_text();
  return answer;
}

} // namespace mrctl::commands
