#include "mrctl/app/run.hpp"
#include "mrctl/base/file.hpp"

#include "interruptions.hpp"

#include <cstdlib>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  mrctl::occupy_standard_streams();
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const int code =
      mrctl::app::exit_code_after(mrctl::app::run(arguments, mrctl::app::this_process()));
#ifdef MRCTL_LEAVES_AT_ONCE
  // The result is written. The cleanup of libraries would take a twentieth of a short command's
  // time; only sanitizers and coverage need it.
  std::_Exit(code);
#else
  return code;
#endif
}
