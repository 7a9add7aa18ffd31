#include "mrctl/app/run.hpp"

#include "mrctl/base/exit_code.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/render/text.hpp"

#include "discretion.hpp"
#include "help_request.hpp"
#include "progress.hpp"
#include "reporter.hpp"
#include "terminals.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <memory>
#include <utility>

namespace mrctl::app {

namespace {

// A reader that went away has what it wanted; any other failed write is an error.
int write_result(const std::string& text, const World& world, const Reporter& reporter) {
  const int error = text.empty() ? 0 : world.out(text);
  if (error == 0 || error == EPIPE) return exit_success;
  return reporter.fail(Error::io("cannot write", "standard output", error));
}

// Files as the user names them; standard input once.
request::ReadFile make_read_file(const World& world) {
  auto is_used = std::make_shared<bool>(false);
  return [&world, is_used](const std::string& path) -> Result<std::string> {
    if (path != "-") return read_file(path, largest_input);
    if (std::exchange(*is_used, true))
      return mrctl::fail(Error::usage("standard input can be read only once"));
    return world.read_input();
  };
}

// Settings that are about to be written need not be there yet.
config::Missing missing_for(const args::Invocation& invocation) {
  const auto name = invocation.command->name();
  const bool writes = name == "config set" || name == "auth login" || name == "config path";
  return writes ? config::Missing::allow : config::Missing::refuse;
}

// Nobody waits any longer for the part that was there.
bool was_interrupted(const commands::Answer& answer) {
  return std::any_of(answer.failures.begin(), answer.failures.end(),
                     [](const Error& failure) { return is_interruption(failure.kind); });
}

int finish(const commands::Answer& answer, const World& world, const Reporter& reporter) {
  if (!answer.become.empty())
    return reporter.fail(
        Error::io("cannot run", answer.become.front(), world.become(answer.become)));
  const int written =
      was_interrupted(answer) ? exit_success : write_result(answer.out, world, reporter);
  const int code = reporter.conclude({answer.warnings, answer.notes, answer.stored},
                                     answer.failures, answer.verdict);
  return written != exit_success ? written : code;
}

const config::Environment& environment_for(const args::Invocation& invocation, const World& world) {
  static const config::Environment nothing;
  const bool matters = invocation.command->settings == spec::Settings::used;
  return matters ? world.environment : nothing;
}

std::unique_ptr<Progress> make_progress(const World& world, const Reporter& reporter) {
  constexpr std::chrono::seconds patience{1};
  const auto terminal = reporter.progress_terminal();
  return terminal ? std::make_unique<Progress>(world.err, *terminal, patience) : nullptr;
}

commands::BeginActivity make_begin_activity(Progress* progress) {
  if (progress == nullptr) return {};
  return [progress](std::string text) { return progress->begin(std::move(text)); };
}

std::function<void(std::string_view line)> make_trace(const World& world, Progress* progress) {
  return [&world, progress](std::string_view line) {
    const auto text = render::safe_text(line) + "\n";
    if (progress == nullptr)
      world.err(text);
    else
      progress->write(text);
  };
}

int run_command(const args::Invocation& invocation, const World& world, const Reporter& reporter,
                Discretion& discretion) {
  auto settings = config::load(flag_values(invocation), environment_for(invocation, world),
                               missing_for(invocation));
  if (!settings) return reporter.fail(settings.error());
  const auto when = std::string(config::text_of(*settings, "color"));
  const auto progress = make_progress(world, reporter);
  Problems warnings;
  const commands::Context context{
      invocation,
      world.environment,
      *std::move(settings),
      terminal_of(Stream::out, world, when),
      world.output_is_terminal,
      world.input_is_terminal,
      make_read_file(world),
      world.ask_secret,
      make_trace(world, progress.get()),
      world.make_transport,
      make_begin_activity(progress.get()),
      text_width_of(world),
      [&discretion](const Secret& secret) { discretion.learn(secret); },
      [&warnings](Problem warning) { warnings.push_back(std::move(warning)); },
  };
  auto answer = commands::answer_to(context);
  if (!answer) return reporter.fail(std::move(answer.error()), warnings);
  answer->warnings.insert(answer->warnings.begin(), warnings.begin(), warnings.end());
  return finish(*answer, world, reporter);
}

} // namespace

int run(std::span<const std::string> arguments, const World& outside) {
  const auto discretion = std::make_shared<Discretion>(outside.environment);
  const auto world = discreet(outside, discretion);
  if (const auto overview = find_overview(arguments, world))
    return write_result(*overview, world, Reporter(world, {}));
  const auto invocation = args::parse(arguments);
  if (!invocation)
    return Reporter(world, invocation.error().understood).fail(invocation.error().error);
  const Reporter reporter(world, *invocation);
  const auto help = find_help(*invocation, arguments, world);
  if (!help) return reporter.fail(help.error());
  if (*help) return write_result(**help, world, reporter);
  return run_command(*invocation, world, reporter, *discretion);
}

} // namespace mrctl::app
