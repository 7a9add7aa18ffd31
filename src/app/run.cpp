#include "mrctl/app/run.hpp"

#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/commands/context.hpp"
#include "mrctl/commands/files_read.hpp"
#include "mrctl/commands/help.hpp"
#include "mrctl/commands/project.hpp"
#include "mrctl/commands/run.hpp"
#include "mrctl/help/shell_completion.hpp"
#include "mrctl/http/redaction.hpp"
#include "mrctl/output/summary.hpp"
#include "mrctl/output/text.hpp"
#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/invocation.hpp"

#include "answer_ledger.hpp"
#include "connection.hpp"
#include "reporter.hpp"
#include "terminals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <utility>
#include <vector>

namespace mrctl::app {

namespace {

// Returns the error with the request that the result is from, which a failure to write does not
// undo.
Error after(const std::optional<HttpFacts>& done, Error error) {
  return done && !error.http ? with_http(std::move(error), *done) : error;
}

// The way to standard output. It keeps the first failure, and writes nothing after it.
class ResultStream {
public:
  explicit ResultStream(const World& world) : world_(world) {}

  void write(std::string_view text) {
    if (error_ == 0 && !text.empty()) error_ = world_.out(text);
  }

  [[nodiscard]] bool is_interrupted() const { return error_ == EINTR; }

  // Keeps the request whose result is written.
  void follow(const std::optional<HttpFacts>& done) { done_ = done; }

  // Returns whether all of it was written so far.
  [[nodiscard]] bool is_complete() {
    if (error_ == 0 && world_.flush_out) error_ = world_.flush_out();
    return error_ == 0;
  }

  // A closed pipe is fine, because the reader has what it wanted; any other failed write is an
  // error.
  [[nodiscard]] std::optional<Error> end() {
    if (is_complete() || error_ == EPIPE || is_interrupted()) return std::nullopt;
    return after(done_, Error::io("cannot write", "standard output", error_));
  }

private:
  const World& world_;
  int error_ = 0;
  std::optional<HttpFacts> done_;
};

struct ReportOutcome {
  std::vector<Error> failures;    // one for each file that could not be written
  std::vector<std::string> notes; // about a full summary
};

// The maximum size of a job's summary in CI services, in bytes.
constexpr std::size_t largest_summary = 1'000'000;

// The usual mode of new files.
unsigned mode_of_new() {
  constexpr mode_t for_all = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;
  const auto mask = ::umask(0);
  ::umask(mask);
  return for_all & ~mask;
}

Status write_file(const std::string& file, std::string_view text) {
  return replace_file(file, text,
                      {mode_of_new(), Durability::end_of_process, MissingFolders::refuse});
}

// The file of a summary while no other mrctl appends to it.
struct OpenedSummary {
  std::optional<HeldLock> lock; // not on a stream, a device or a pipe, which have no content
  std::string text;
  bool is_too_large = false; // then the text is left out
};

Result<OpenedSummary> open_summary(const std::string& file) {
  OpenedSummary summary;
  if (own_stream(file)) return summary;
  TRY_ASSIGN(const auto kind, kind_of_file(file));
  if (kind != FileKind::regular && kind != FileKind::absent) return summary;
  TRY_ASSIGN(summary.lock, lock_file(file, mode_of_new()));
  std::error_code error;
  summary.is_too_large = std::filesystem::file_size(file, error) > largest_summary;
  if (error) return fail(Error::io("cannot read", file, error.value()));
  if (summary.is_too_large) return summary;
  TRY_ASSIGN(auto text, mrctl::read_file(file, largest_summary));
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  summary.text = std::move(text);
  return summary;
}

std::string full_note(const std::string& file) {
  return fmt::format("{} is full: a summary has at most {} bytes, and nothing was added", file,
                     largest_summary);
}

void add_summary(const commands::Output& output, ReportOutcome& outcome) {
  const auto& file = output.summary->file;
  const auto old = open_summary(file);
  if (!old) return outcome.failures.push_back(Error::internal(old.error().message));
  if (old->is_too_large) return outcome.notes.push_back(full_note(file));
  const auto room = largest_summary - std::min(largest_summary, old->text.size());
  std::vector<std::string> failures; // that the totals do not state already
  for (const auto& failure : output.failures)
    if (failure.message != output.summary->digest.totals) failures.push_back(failure.message);
  const auto added = output::summary(output.summary->digest, failures, room);
  if (added.empty()) return outcome.notes.push_back(full_note(file));
  if (auto written = write_file(file, old->text + output.summary->hide_key(added)); !written)
    outcome.failures.push_back(std::move(written.error()));
}

void add_report(const commands::Report& report, ReportOutcome& outcome) {
  if (auto written = write_file(report.file, report.text); !written)
    outcome.failures.push_back(std::move(written.error()));
}

// Writes the reports and appends to the summary, each file completely or not at all. `--save`
// writes only if the result was printed.
ReportOutcome write_reports(const commands::Output& output, ResultStream& out) {
  ReportOutcome outcome;
  for (const auto& report : output.reports)
    add_report(report, outcome);
  if (output.summary) add_summary(output, outcome);
  if (!output.saved) return outcome;
  if (out.is_complete())
    add_report(*output.saved, outcome);
  else
    outcome.notes.push_back(
        fmt::format("{} was not saved, because the result was not printed", output.saved->file));
  return outcome;
}

using help::HelpLength;
using help::Subject;

// `mrctl config --help` has no command: the noun is somewhere among the arguments.
Subject subject_of(const spec::Invocation& invocation, std::span<const std::string> arguments) {
  if (invocation.command != nullptr) return {.command = invocation.command};
  const auto noun = std::ranges::find_if(arguments, spec::is_noun);
  return noun == arguments.end() ? Subject{} : Subject{.noun = *noun};
}

// Returns the width for running text: that of the terminal, even with a pager in between.
std::size_t text_width_of(const World& world) {
  const auto width = terminal_of(Stream::out, world, spec::WhenColoured::never).width;
  const auto known = width ? width : world.terminal_width;
  return known ? static_cast<std::size_t>(*known) : help::widest_help;
}

std::string help_page(const Subject& subject, HelpLength length, const World& world,
                      spec::WhenColoured when) {
  return commands::help_text(subject, length, text_width_of(world),
                             terminal_of(Stream::out, world, when));
}

// Returns the text for --version, -h or --help, which are not commands. Nothing without these
// flags; a usage error for an unknown command.
Result<std::optional<std::string>> find_help(const spec::Invocation& invocation,
                                             std::span<const std::string> arguments,
                                             const World& world) {
  if (invocation.flags.version) return help::version_text();
  if (!invocation.flags.help) return std::optional<std::string>();
  const bool is_long = std::ranges::find(arguments, "--help") != arguments.end();
  const auto length = is_long ? HelpLength::full : HelpLength::brief;
  const auto when = when_coloured(invocation);
  const bool is_on_words = invocation.command != nullptr && !invocation.arguments.empty() &&
                           invocation.command->arguments[0].takes == Takes::subject;
  if (!is_on_words) return help_page(subject_of(invocation, arguments), length, world, when);
  return commands::find_subject(invocation.arguments).map([&](const Subject& subject) {
    return std::optional(help_page(subject, length, world, when));
  });
}

// Handles exceptions that cannot be caught: nlohmann/json allocates in its destructors. While this
// object lives, such an exception ends the process with the code that `say` returns; `say` may
// rethrow the exception to inspect it. The innermost object is called, once.
class TerminateHandler {
public:
  explicit TerminateHandler(std::function<int()> say)
      : say_(std::move(say)), outer_(std::exchange(innermost, this)),
        before_(std::set_terminate(speak)) {}
  TerminateHandler(const TerminateHandler&) = delete;
  TerminateHandler& operator=(const TerminateHandler&) = delete;
  ~TerminateHandler() {
    std::set_terminate(before_);
    innermost = outer_;
  }

private:
  [[noreturn]] static void speak() {
    auto* const words = std::exchange(innermost, nullptr);
    if (words == nullptr) std::abort();
    std::_Exit(words->say_());
  }

  // A handler of std::terminate has no arguments, so it needs this variable.
  static inline TerminateHandler* innermost = nullptr;

  std::function<int()> say_;
  TerminateHandler* outer_;
  std::terminate_handler before_;
};

// Calls `print` to write a result. Returns its exit code, or that of the failure if a part of the
// result could not be written.
template <class Print>
int print_result(const World& world, const Reporter& reporter, Print print) {
  ResultStream out(world);
  const int code = print(out);
  const auto failure = out.end();
  return failure ? reporter.fail(*failure) : code;
}

int print_text(const std::string& text, const World& world, const Reporter& reporter) {
  return print_result(world, reporter, [&](ResultStream& out) {
    out.write(text);
    return exit_success;
  });
}

// Returns what adds a hint where the text of a file was given instead of its name.
std::function<Error(Error)> naming_text_as_such(const std::string& path) {
  const bool is_text = path.starts_with('{') || path.starts_with('[');
  return [is_text](Error error) {
    if (!is_text) return error;
    return std::move(error).with_hint(
        "this is a text, not the name of a file: write it to a file, or pipe it in with - as the "
        "name");
  };
}

// Reads files named by the user, and standard input once.
body::ReadFile make_read_file(const World& world, const Reporter& reporter,
                              const config::Settings& settings) {
  auto is_used = std::make_shared<bool>(false);
  const auto read = [&world, &reporter, is_used](const std::string& path) -> Result<std::string> {
    if (path != "-") return read_file(path, largest_input).map_error(naming_text_as_such(path));
    if (std::exchange(*is_used, true))
      return mrctl::fail(Error::usage("standard input can be read only once"));
    if (world.input_is_terminal) reporter.prompt("reading standard input; press Ctrl-D to end it");
    return world.read_input();
  };
  auto withheld = commands::files_of_settings(settings);
  withheld.push_back(settings.state);
  return {read, std::move(withheld)};
}

int finish(const commands::Output& output, const World& world, const Reporter& reporter,
           ResultStream& out, const std::optional<HttpFacts>& done) {
  out.follow(done);
  if (!output.become.empty())
    return reporter.fail(
        Error::io("cannot run", output.become.front(), world.become(output.become)));
  // The user no longer waits for a part that was interrupted.
  const bool is_withheld = output.when_interrupted == commands::WhenInterrupted::nothing &&
                           std::ranges::any_of(output.failures, [](const Error& each) {
                             return is_interruption(each.kind);
                           });
  if (!is_withheld) out.write(output.out);
  if (out.is_interrupted()) return exit_success; // the signal ends the program
  auto reports = is_withheld ? ReportOutcome{} : write_reports(output, out);
  for (auto& failure : reports.failures)
    failure = after(done, std::move(failure));
  auto notes = output.notes;
  append(notes, reports.notes);
  return reporter.conclude({output.warnings, std::move(notes), output.stored},
                           {output.failures, reports.failures, output.reason_in});
}

Result<config::Settings> load_settings(const spec::Invocation& invocation, const World& world) {
  using config::Faults;
  using config::Missing;
  auto flags = invocation.settings;
  const auto& environment = world.environment;
  TRY_ASSIGN(auto project, commands::project_for(invocation, environment));
  switch (invocation.command->settings) {
  case spec::SettingsUse::unused:
    for (const auto member : {&config::SettingValues::config, &config::SettingValues::profile})
      flags.erase(std::string(config::setting_of(member).key)); // no file and no variable is read
    return config::load(flags, {}, Missing::allow);
  case spec::SettingsUse::begun:
    return config::load(flags, environment, Missing::allow);
  case spec::SettingsUse::mended:
    return config::load(flags, environment, Missing::allow, Faults::pass_over);
  case spec::SettingsUse::optional:
    return config::load(flags, environment, Missing::refuse, Faults::pass_over, std::move(project));
  case spec::SettingsUse::used:
    break;
  }
  return config::load(flags, environment, Missing::refuse, Faults::refuse, std::move(project));
}

// A key may stand in a file of settings where it does not belong.
Problems without_keys(Problems problems) {
  for (auto& problem : problems) {
    problem.message = http::hide_possible_keys(problem.message);
    problem.suggestion.text = http::hide_possible_keys(problem.suggestion.text);
    if (problem.place)
      problem.place->line_text = http::hide_possible_keys(problem.place->line_text);
  }
  return problems;
}

std::unique_ptr<Progress> make_progress(const World& world, const Reporter& reporter) {
  constexpr std::chrono::seconds delay{1};
  const auto terminal = reporter.progress_terminal();
  return terminal ? std::make_unique<Progress>(world.err, *terminal, delay) : nullptr;
}

BeginActivity activity_starter(Progress* progress) {
  if (progress == nullptr) return {};
  return [progress](std::string text) { return progress->begin(std::move(text)); };
}

std::function<void(std::string_view line)> make_trace(const World& world, Progress* progress) {
  return [&world, progress](std::string_view line) {
    const auto text = output::safe_text(line) + "\n";
    if (progress == nullptr)
      world.err(text);
    else
      progress->write(text);
  };
}

// Programs that read errors get a line in their form.
AnswerLedger::TellOfStopping reporter_of_stopping(const Reporter& reporter,
                                                  std::function<void(std::string_view)> trace) {
  return [&reporter, trace = std::move(trace)](std::size_t in_progress) {
    reporter.note(fmt::format("interrupted: waiting for {}; Ctrl-C again gives up",
                              counted(in_progress, "answer")),
                  trace);
  };
}

// Reports the exception that is being handled, and the request that was sent before it.
int report_exception(AnswerLedger& ledger, const Reporter& reporter) {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return reporter.fail(ledger.failure("out of memory"));
  } catch (const std::exception& exception) {
    return reporter.fail(ledger.failure(exception.what()));
  }
}

// Calls a function that returns an exit code, also if it throws.
template <class Run>
int reporting_exceptions(Run run, AnswerLedger& ledger, const Reporter& reporter) {
  const TerminateHandler handler([&] { return report_exception(ledger, reporter); });
  try {
    return run();
  } catch (...) {
    return report_exception(ledger, reporter);
  }
}

commands::Context::Service service_of(const WayToService& way, const World& world,
                                      const Reporter& reporter, SecretFilter& secrets,
                                      const spec::FlagValues& flags) {
  const auto key =
      config::read_key(config::variable_of(way.environment, "MRCTL_API_KEY"), "the key");
  return {
      .environment = way.environment,
      .settings = way.settings,
      .environment_key = key ? std::optional(*key) : std::nullopt,
      .asking = way.asking,
      .verbosity = way.verbosity,
      .connect =
          [&way](commands::ConnectionRequest request) { return connect(way, std::move(request)); },
      .trace = way.trace,
      .learn_secret = way.learn_secret,
      .hide_secrets =
          [&secrets](std::string_view text) {
            return http::redact(http::hide_possible_keys(secrets.hide(text)), {});
          },
      .warn = way.warn,
      .note = way.note,
      .note_now =
          [&way, &reporter, &flags](std::string sentence) {
            if (reporter.format() != output::ErrorFormat::text)
              way.note(std::move(sentence));
            else if (!flags.quiet)
              way.trace("mrctl: note: " + sentence);
          },
      .gives_up = [&world] { return world.gives_up && world.gives_up(); }};
}

commands::Context::Wanted wanted_of(const World& world, const spec::Invocation& invocation,
                                    spec::WhenColoured when, SecretFilter& secrets,
                                    ResultStream& out) {
  return {.target = {.terminal = with_rule_ids(terminal_of(Stream::out, world, when), invocation),
                     .is_terminal = world.output_is_terminal},
          .text_width = text_width_of(world),
          .write_out = [&out](std::string_view text) { out.write(text); },
          .hide_key = [&secrets](std::string_view text) { return secrets.hide_key(text); }};
}

int run_command(const spec::Invocation& given, const World& world, const Reporter& reporter,
                SecretFilter& secrets, ResultStream& out) {
  auto settings = load_settings(given, world);
  if (!settings) {
    settings.error().problems = without_keys(std::move(settings.error().problems));
    return reporter.fail(settings.error());
  }
  settings->error_format = reporter.format(); // -o json on a pipe implies it
  const auto completed = commands::with_project(given, settings->project);
  if (!completed) return reporter.fail(completed.error());
  const auto& invocation = *completed;
  const auto when = settings->color;
  const auto progress = make_progress(world, reporter);
  // A command that corrects the settings reports remaining faults itself.
  std::vector<std::string> notes;
  auto warnings = invocation.command->settings == spec::SettingsUse::mended
                      ? Problems{}
                      : without_keys(settings->passed_over);
  const auto begin_activity = activity_starter(progress.get());
  const auto trace = make_trace(world, progress.get());
  AnswerLedger ledger(settings->base_url, begin_activity, world.note_signals,
                      reporter_of_stopping(reporter, trace));
  const auto read_input = make_read_file(world, reporter, *settings);
  const WayToService way{
      .settings = *settings,
      .environment = world.environment,
      .read_stdin = [&read_input] { return read_input("-"); },
      .asking = invocation.flags.no_input ? config::Asking::refused : config::Asking::allowed,
      .verbosity = static_cast<http::Verbosity>(std::min<std::size_t>(invocation.flags.verbose, 3)),
      .make_transport = ledger.watching(world.make_transport),
      .trace = trace,
      .learn_secret = [&secrets](const Secret& secret) { secrets.learn(secret); },
      .learn_key = [&secrets](const Secret& key) { secrets.learn_key(key); },
      .warn = [&warnings](Problem warning) { warnings.push_back(std::move(warning)); },
      .note =
          [&notes](std::string sentence) {
            if (!contains(notes, sentence)) notes.push_back(std::move(sentence));
          }};
  const commands::Context context{
      .invocation = invocation,
      .service = service_of(way, world, reporter, secrets, invocation.flags),
      .wanted = wanted_of(world, invocation, when, secrets, out),
      .input = {.read_file = read_input,
                .is_terminal = world.input_is_terminal,
                .ask = world.ask,
                .ask_secret = world.ask_secret,
                .begin_activity = begin_activity},
  };
  const auto run = [&] {
    auto output = commands::run(context);
    if (!output) return reporter.fail(ledger.completed(std::move(output.error())), warnings);
    for (auto& failure : output->failures)
      failure = ledger.completed(std::move(failure));
    output->warnings.insert(output->warnings.begin(), warnings.begin(), warnings.end());
    output->notes.insert(output->notes.begin(), notes.begin(), notes.end());
    if (given.arguments.empty() && !invocation.arguments.empty() && world.has_unread_input())
      output->notes.emplace_back("standard input was not read; mrctl.toml names the presets");
    return finish(*output, world, reporter, out, ledger.facts_afterwards());
  };
  return reporting_exceptions(run, ledger, reporter);
}

// A shell that completes a command line cannot show a failure, so there is none.
int complete(std::span<const std::string> arguments, const World& world) {
  try {
    world.out(help::answer_to_shell(arguments, world.environment));
  } catch (const std::exception&) { // then nothing is completed
  }
  return exit_success;
}

// Runs a command line that is not a shell's question.
int run_line(std::span<const std::string> arguments, const World& world, SecretFilter& secrets) {
  if (arguments.empty() && world.output_is_terminal) // for a script, it is an error
    return print_text(help_page({}, HelpLength::brief, world, spec::WhenColoured::automatically),
                      world, Reporter(world, {}));
  const auto invocation = spec::parse(arguments);
  if (!invocation)
    return Reporter(world, invocation.error().understood).fail(invocation.error().error);
  const Reporter reporter(world, *invocation);
  const auto help = find_help(*invocation, arguments, world);
  if (!help) return reporter.fail(help.error());
  if (*help) return print_text(**help, world, reporter);
  return print_result(world, reporter, [&](ResultStream& out) {
    return run_command(*invocation, world, reporter, secrets, out);
  });
}

} // namespace

int run(std::span<const std::string> arguments, const World& outside) {
  if (help::asks_for_completion(arguments)) return complete(arguments, outside);
  try {
    const auto secrets = std::make_shared<SecretFilter>(outside.environment, arguments);
    return run_line(arguments, hiding_secrets(outside, secrets), *secrets);
  } catch (const std::bad_alloc&) { // before a command has begun
    outside.err("mrctl: out of memory\n");
    return exit_code_of(ErrorKind::internal).code;
  }
}

} // namespace mrctl::app
