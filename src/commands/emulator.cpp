#include "mrctl/json/value.hpp"

#include "commands.hpp"
#include "own_program.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace mrctl::commands {

namespace {

using spec::FlagValues;

struct TextOption {
  std::optional<std::string> FlagValues::*flag;
  std::string_view name;
};

constexpr std::array text_options{TextOption{&FlagValues::listen, "listen"},
                                  TextOption{&FlagValues::db, "db"},
                                  TextOption{&FlagValues::catalogue, "catalogue"},
                                  TextOption{&FlagValues::management_key, "management_key"},
                                  TextOption{&FlagValues::inference_key, "inference_key"}};

Json options_of(const spec::Invocation& invocation, std::string_view mode) {
  Json options{{"mode", mode}};
  const auto& flags = invocation.flags;
  for (const auto& option : text_options)
    if (const auto& text = flags.*option.flag) options[std::string(option.name)] = *text;
  if (!flags.fault.empty()) options["faults"] = flags.fault;
  if (flags.log) options["log"] = true;
  if (flags.quiet) options["quiet"] = true;
  if (flags.latency) options["latency_ms"] = flags.latency->count();
  if (flags.seed) options["seed"] = *flags.seed;
  if (!invocation.arguments.empty()) options["command"] = invocation.arguments;
  return options;
}

Result<Output> become_emulator(const Context& context, std::string_view mode) {
  const auto program = emulator_program();
  if (!program) return fail(program.error());
  Output output;
  output.become = {*program, dump_json(options_of(context.invocation, mode))};
  return output;
}

} // namespace

Result<Output> emulator_serve(const Context& context) {
  return become_emulator(context, "serve");
}

Result<Output> emulator_exec(const Context& context) {
  return become_emulator(context, "exec");
}

} // namespace mrctl::commands
