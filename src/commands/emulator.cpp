#include "commands.hpp"
#include "own_program.hpp"

namespace mrctl::commands {

namespace {

// The emulator reads the same command line.
Result<Output> become_emulator(const Context& context) {
  TRY_ASSIGN(const auto program, emulator_program());
  Output output;
  output.become = context.invocation.words;
  output.become.insert(output.become.begin(), program);
  return output;
}

} // namespace

Result<Output> emulator_serve(const Context& context) {
  return become_emulator(context);
}

Result<Output> emulator_exec(const Context& context) {
  return become_emulator(context);
}

} // namespace mrctl::commands
