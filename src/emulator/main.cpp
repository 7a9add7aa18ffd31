#include "mrctl/base/file.hpp"
#include "mrctl/emulator/run.hpp"

#include <cstdio>

int main(int argc, char** argv) {
  mrctl::occupy_standard_streams();
  constexpr int usage = 2;
  if (argc == 2) return mrctl::emulator::run(argv[1]);
  std::fputs("mrctl: mrctl-emulator is started by 'mrctl emulator'\n", stderr);
  return usage;
}
