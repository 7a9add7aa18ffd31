#include "reporter.hpp"

#include "mrctl/base/exit_code.hpp"
#include "mrctl/config/setting.hpp"
#include "mrctl/render/report.hpp"

#include "terminals.hpp"

namespace mrctl::app {

namespace {

// An explicit -o json asks for errors that a program can read, as long as nothing else is said.
render::ErrorFormat error_format_of(const World& world, const config::FlagValues& flags) {
  const auto asked =
      render::parse_error_format(config::peek(flags, world.environment, "error_format"));
  if (asked) return *asked;
  const auto output = flags.find("output");
  const bool is_json =
      output != flags.end() && (output->second == "json" || output->second == "jsonl");
  return is_json ? render::ErrorFormat::json : render::ErrorFormat::text;
}

} // namespace

config::FlagValues flag_values(const args::Invocation& invocation) {
  config::FlagValues values;
  for (const auto& setting : config::settings())
    if (auto value = setting.flag.empty() ? std::nullopt : invocation.value(setting.flag))
      values.emplace(setting.key, *std::move(value));
  return values;
}

Reporter::Reporter(const World& world, const args::Invocation& flags)
    : world_(world), format_(error_format_of(world, flag_values(flags))),
      terminal_(terminal_of(Stream::err, world, flags.value("--color").value_or("auto"))),
      is_quiet_(flags.has("--quiet")) {}

void Reporter::note(std::string_view text) const {
  if (!is_quiet_ && format_ == render::ErrorFormat::text)
    world_.err(render::note_line(text, terminal_));
}

void Reporter::warn(const Problems& warnings) const {
  if (!is_quiet_ && !warnings.empty())
    world_.err(render::warnings_report(warnings, format_, terminal_));
}

int Reporter::fail(const Error& error) const {
  world_.err(render::error_report(error, format_, terminal_));
  return exit_code_of(error.kind).code;
}

} // namespace mrctl::app
