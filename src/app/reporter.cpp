#include "reporter.hpp"

#include "mrctl/base/exit_code.hpp"
#include "mrctl/base/method.hpp"
#include "mrctl/config/setting.hpp"

#include "terminals.hpp"

#include <fmt/format.h>

namespace mrctl::app {

namespace {

// Off a terminal, an explicit -o json asks for errors that a program can read, as long as nothing
// else is said.
render::ErrorFormat error_format_of(const World& world, const config::FlagValues& flags) {
  const auto asked =
      render::parse_error_format(config::peek(flags, world.environment, "error_format"));
  if (asked) return *asked;
  const auto output = flags.find("output");
  const bool is_json =
      output != flags.end() && (output->second == "json" || output->second == "jsonl");
  return is_json && !world.error_is_terminal ? render::ErrorFormat::json
                                             : render::ErrorFormat::text;
}

// That a file cannot be read is no question of how to use the command.
bool is_explained_by_help(const Error& error) {
  return error.kind == ErrorKind::usage && error.hint.empty() && error.problems.empty() &&
         !error.http && !error.message.starts_with("cannot read ");
}

// Who ends the program knows that, and need be told only what may have been changed.
bool is_worth_telling(const Error& error) {
  if (!is_interruption(error.kind)) return true;
  return error.http && error.http->sent != Sent::no && !changes_nothing(error.http->operation);
}

std::string help_on(const args::Invocation& invocation) {
  const auto* command = invocation.command;
  return command == nullptr ? "run 'mrctl --help'" : "run 'mrctl " + command->name() + " --help'";
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
      is_quiet_(flags.has("--quiet")), see_help_(help_on(flags)) {}

std::optional<render::Terminal> Reporter::progress_terminal() const {
  const bool is_dumb = config::variable_of(world_.environment, "TERM") == "dumb";
  if (is_quiet_ || is_dumb || !world_.error_is_terminal || format_ != render::ErrorFormat::text)
    return std::nullopt;
  auto terminal = terminal_;
  terminal.width = world_.terminal_width;
  return terminal;
}

void Reporter::prompt(std::string_view text) const {
  if (!is_quiet_ && world_.error_is_terminal) world_.err(fmt::format("mrctl: {}\n", text));
}

int Reporter::fail(const Error& error) const {
  if (!is_worth_telling(error)) return exit_code_of(error.kind).code;
  const auto told = is_explained_by_help(error) ? Error(error).with_hint(see_help_) : error;
  world_.err(render::error_report(told, format_, terminal_));
  return exit_code_of(error.kind).code;
}

int Reporter::fail(Error error, const Problems& warnings) const {
  if (!is_quiet_) error.problems.insert(error.problems.begin(), warnings.begin(), warnings.end());
  return fail(error);
}

// A failure that is about what was stored says so itself, on the one line that JSON gives it.
int Reporter::conclude(render::Remarks remarks, const std::vector<Error>& failures) const {
  const bool is_json = format_ == render::ErrorFormat::json;
  std::optional<render::Account> stored;
  if (is_json && !failures.empty()) stored.swap(remarks.stored);
  remark(remarks);
  if (failures.empty()) return exit_success;
  for (const auto& failure : failures) {
    if (!is_worth_telling(failure)) continue;
    world_.err(stored && &failure == &failures.front()
                   ? render::error_report(failure, *stored, format_, terminal_)
                   : render::error_report(failure, format_, terminal_));
  }
  return exit_code_of(failures.front().kind).code;
}

void Reporter::remark(const render::Remarks& remarks) const {
  if (is_quiet_) return;
  if (const auto text = render::remarks_report(remarks, format_, terminal_); !text.empty())
    world_.err(text);
}

} // namespace mrctl::app
