#include "mrctl/base/list.hpp"
#include "mrctl/base/output_format.hpp"

#include "commands.hpp"
#include "own_program.hpp"

#include <fmt/format.h>

namespace mrctl::commands {

namespace {

// The emulator reads the same command line, and takes nothing from the environment: a variable
// becomes a flag.
Result<Output> become_emulator(const spec::Invocation& invocation, ErrorFormat error_format) {
  TRY_ASSIGN(const auto program, emulator_program());
  Output output;
  output.become.push_back(program);
  if (!invocation.gives(&spec::SettingValues::error_format))
    output.become.push_back(fmt::format(
        "--error-format={}", error_format_names.at(static_cast<std::size_t>(error_format))));
  append(output.become, invocation.words);
  return output;
}

} // namespace

Result<Output> emulator_serve(const Context& context) {
  return become_emulator(context.invocation, context.service.settings.error_format);
}

Result<Output> emulator_exec(const Context& context) {
  return become_emulator(context.invocation, context.service.settings.error_format);
}

} // namespace mrctl::commands
