#include "mrctl/app/run.hpp"

#include "interruptions.hpp"
#include "process.hpp"

#include <string>
#include <vector>

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  return mrctl::app::exit_code_after(mrctl::app::run(arguments, mrctl::app::this_process()));
}
