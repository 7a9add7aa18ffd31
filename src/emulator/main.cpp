#include "mrctl/base/file.hpp"
#include "mrctl/emulator/run.hpp"

#include <vector>

int main(int argc, char** argv) {
  mrctl::occupy_standard_streams();
  return mrctl::emulator::run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
}
