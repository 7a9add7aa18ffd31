#include "mrctl/base/duration.hpp"
#include "mrctl/json/value.hpp"

#include "commands.hpp"
#include "own_program.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>

namespace mrctl::commands {

namespace {

using session::Context;
using session::Output;

struct TextOption {
  std::string_view flag;
  std::string_view name;
};

constexpr std::array text_options{TextOption{"--listen", "listen"}, TextOption{"--db", "db"},
                                  TextOption{"--catalogue", "catalogue"},
                                  TextOption{"--management-key", "management_key"},
                                  TextOption{"--inference-key", "inference_key"}};

Status add_latency(Json& options, const args::Invocation& invocation) {
  const auto text = invocation.value("--latency");
  if (!text) return {};
  const auto latency = parse_duration(*text);
  if (!latency)
    return fail(
        Error::usage(fmt::format("--latency must be a duration such as 200ms, got '{}'", *text)));
  options["latency_ms"] = latency->count();
  return {};
}

Status add_seed(Json& options, const args::Invocation& invocation) {
  const auto text = invocation.value("--seed");
  if (!text) return {};
  std::uint32_t seed = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), seed);
  if (text->empty() || error != std::errc{} || end != text->data() + text->size())
    return fail(Error::usage(fmt::format("--seed must be a whole number, got '{}'", *text)));
  options["seed"] = seed;
  return {};
}

Result<Json> read_options(const args::Invocation& invocation, std::string_view mode) {
  Json options{{"mode", mode}};
  for (const auto& option : text_options)
    if (const auto value = invocation.value(option.flag))
      options[std::string(option.name)] = *value;
  for (const auto& use : invocation.flags)
    if (use.name == "--fault") options["faults"].push_back(use.value);
  if (invocation.has("--log")) options["log"] = true;
  if (invocation.has("--quiet")) options["quiet"] = true;
  if (auto added = add_latency(options, invocation); !added) return fail(std::move(added.error()));
  if (auto added = add_seed(options, invocation); !added) return fail(std::move(added.error()));
  if (!invocation.arguments.empty()) options["command"] = invocation.arguments;
  return options;
}

Result<Output> become_emulator(const Context& context, std::string_view mode) {
  const auto options = read_options(context.invocation, mode);
  if (!options) return fail(options.error());
  const auto program = emulator_program();
  if (!program) return fail(program.error());
  Output output;
  output.become = {*program, dump_json(*options)};
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
