#include "mrctl/emulator/run.hpp"

#include "mrctl/base/child.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/emulator/options.hpp"
#include "mrctl/emulator/server.hpp"
#include "mrctl/output/report.hpp"
#include "mrctl/spec/setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <pthread.h>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace mrctl::emulator {

namespace {

constexpr std::array ending{SIGINT, SIGTERM, SIGHUP};

// Blocks SIGINT, SIGTERM, SIGHUP and SIGCHLD in this thread and those that it starts, so that one
// place can wait for them. Signals stay ignored: nohup and background shells do this on purpose.
class HeldSignals {
public:
  HeldSignals() {
    // A shell may have started us with SIGCHLD ignored; then no child could be waited for.
    std::signal(SIGCHLD, SIG_DFL);
    sigemptyset(&held_);
    sigaddset(&held_, SIGCHLD);
    for (const int signal : ending) {
      struct sigaction action {};
      const bool is_ignored =
          sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
      if (!is_ignored) sigaddset(&held_, signal);
    }
    pthread_sigmask(SIG_BLOCK, &held_, &before_);
  }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  // Returns whether one that would end the program is waiting.
  [[nodiscard]] bool have_come() const {
    sigset_t waiting;
    sigpending(&waiting);
    return std::ranges::any_of(ending,
                               [&](int signal) { return sigismember(&waiting, signal) == 1; });
  }

  // Waits for the next signal.
  [[nodiscard]] int wait() const {
    int signal = 0;
    while (sigwait(&held_, &signal) != 0) {
    }
    return signal;
  }

  // Returns whether the signal was not ignored when the program began.
  [[nodiscard]] bool holds(int signal) const { return sigismember(&held_, signal) == 1; }

  // The signals that were blocked before, for a command that is started meanwhile.
  [[nodiscard]] const sigset_t& before() const { return before_; }

private:
  sigset_t held_{};
  sigset_t before_{};
};

namespace fs = std::filesystem;

// The folder in which `preset apply` records what it sent to this emulator. It lives as long as the
// presets: with a database it is kept, otherwise the destructor removes it.
class StateFolder {
public:
  // Fails with an internal error if it cannot be created.
  [[nodiscard]] static Result<StateFolder> make(const std::string& database) {
    std::error_code error;
    if (!database.empty()) {
      const auto path = fs::absolute(database + ".state", error);
      if (!error) fs::create_directories(path, error);
      if (error) return fail(Error::io("cannot create", path.string(), error.value()));
      return StateFolder(path.string(), Lasts::with_the_database);
    }
    const auto folder = fs::temp_directory_path(error);
    auto path = ((error ? fs::path("/tmp") : folder) / "mrctl-state-XXXXXX").string();
    if (::mkdtemp(path.data()) == nullptr) return fail(Error::io("cannot create", path, errno));
    return StateFolder(std::move(path), Lasts::as_long_as_this);
  }

  StateFolder(StateFolder&& other) noexcept
      : path_(std::exchange(other.path_, {})), lasts_(other.lasts_) {}
  StateFolder(const StateFolder&) = delete;
  StateFolder& operator=(StateFolder&&) = delete;
  StateFolder& operator=(const StateFolder&) = delete;
  ~StateFolder() {
    if (path_.empty() || lasts_ != Lasts::as_long_as_this) return;
    std::error_code error;
    fs::remove_all(path_, error);
    if (!error) return;
    const auto failure = Error::io("cannot remove", path_, error.value());
    std::fputs(fmt::format("mrctl: {}\n", failure.message).c_str(), stderr);
  }

  [[nodiscard]] const std::string& path() const { return path_; }

private:
  enum class Lasts { as_long_as_this, with_the_database };
  StateFolder(std::string path, Lasts lasts) : path_(std::move(path)), lasts_(lasts) {}

  std::string path_;
  Lasts lasts_;
};

using Variables = std::vector<std::pair<std::string, std::string>>;

constexpr int not_found = 127;
constexpr int not_executable = 126;
constexpr int signal_offset = 128;

std::vector<std::string> environment_with(const Variables& variables) {
  std::vector<std::string> entries;
  for (const auto& [name, value] : variables)
    entries.push_back(fmt::format("{}={}", name, value));
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const auto is_replaced = std::ranges::any_of(variables, [&](const auto& variable) {
      return variable.first == text.substr(0, text.find('='));
    });
    if (!is_replaced) entries.emplace_back(text);
  }
  return entries;
}

int wait_for_child(const Child& child, const HeldSignals& signals) {
  for (;;) {
    const int signal = signals.wait();
    if (signal == SIGTERM || signal == SIGHUP) child.signal(signal);
    if (signal != SIGCHLD) continue;
    if (const auto status = child.ended())
      return WIFSIGNALED(*status) ? signal_offset + WTERMSIG(*status) : WEXITSTATUS(*status);
  }
}

int report_failure(const std::string& program, int error) {
  const bool is_assignment = program.find('=') != std::string::npos;
  const bool is_sought = error == ENOENT && program.find('/') == std::string::npos;
  const auto line = fmt::format("mrctl: cannot run '{}': {}\n", program,
                                is_sought ? "no folder of PATH has it" : std::strerror(error));
  std::fputs(line.c_str(), stderr);
  if (error == ENOENT && program.find(' ') != std::string::npos)
    std::fputs("  hint:  leave out the quotes: the command and its arguments are separate words; "
               "for a shell, sh -c 'COMMAND'\n",
               stderr);
  else if (is_assignment)
    std::fputs("  hint:  put env in front of a variable: env NAME=VALUE COMMAND\n", stderr);
  else if (is_sought)
    std::fputs("  hint:  name a program, such as mrctl or bash; for a shell, sh -c 'COMMAND'\n",
               stderr);
  return error == ENOENT ? not_found : not_executable;
}

// Runs a command with these variables added to the environment, and waits for it. SIGTERM and
// SIGHUP are passed on; SIGINT reaches the command through the terminal. Returns its exit code, or
// 128 plus the signal that ended it. If it cannot be started, reports this on stderr and returns
// 127 (not found) or 126.
int run_command(const std::vector<std::string>& command, const Variables& variables,
                const HeldSignals& signals) {
  // The command starts with the original signal settings.
  const auto child = Child::start({.command = command,
                                   .environment = environment_with(variables),
                                   .default_signals = {SIGPIPE, SIGXFSZ},
                                   .blocked_signals = signals.before()});
  return child ? wait_for_child(*child, signals) : report_failure(command.front(), child.error());
}

constexpr std::size_t largest_catalogue = std::size_t{256} << 20U;

struct Running {
  const Server& server;
  const Options& options;
  const StateFolder& state;
};

// A prompt says where its shell is. bash runs PROMPT_COMMAND before each prompt, so that a prompt
// that ~/.bashrc sets is kept.
constexpr std::array prompt_settings{
    std::pair{"PS1", "(emulator) $ "},
    std::pair{"PROMPT_COMMAND", R"(PS1="(emulator) ${PS1#(emulator) }")"},
};

Variables variables_for(const Running& running) {
  return {{"MRCTL_BASE_URL", running.server.base_url()},
          {"MRCTL_API_KEY", running.options.keys.management},
          {"MRCTL_STATE", running.state.path()},
          {"MRCTL_EMULATOR_PID", std::to_string(::getpid())}};
}

Result<Store> open_store(const Options& options, std::shared_ptr<EndableWait> waiting) {
  const auto& file = options.catalogue;
  TRY_ASSIGN(auto catalogue,
             file.empty()
                 ? Result<Catalogue>(seeded_catalogue())
                 : read_file(file, largest_catalogue).and_then([&](const std::string& text) {
                     return read_catalogue(text, file);
                   }));
  TRY_ASSIGN(auto presets, PresetTable::open(options.db));
  return Store{std::move(presets), std::move(catalogue),
               options.keys,       real_sources(std::move(waiting)),
               options.latency,    options.reads};
}

// Writes "export NAME=VALUE\n" for a POSIX shell to evaluate.
Status announce(const Variables& variables) {
  std::string lines;
  for (const auto& [name, value] : variables) {
    const bool is_plain = is_alphanumeric(value, "-._~:/@%+,");
    lines += fmt::format("export {}={}\n", name, is_plain ? value : shell_quoted(value));
  }
  if (std::fputs(lines.c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    return fail(Error::io("cannot write to", "standard output", errno));
  return {};
}

// Closing the stream lets eval "$(mrctl emulator serve &)" continue.
void end_stdout() {
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  ::dup2(nowhere, STDOUT_FILENO);
  ::close(nowhere);
}

void note(const std::string& sentence, const Options& options) {
  if (options.notes == Notes::off) return;
  std::fputs(fmt::format("mrctl: note: {}\n", sentence).c_str(), stderr);
}

Result<int> serve(const Running& running, const HeldSignals& signals) {
  TRY(announce(variables_for(running)));
  // In the background, Ctrl-C does not reach the emulator.
  const auto* interrupt = signals.holds(SIGINT) ? "press Ctrl-C or " : "";
  note(fmt::format("the emulator runs until you {}run 'kill {}',\n"
                   "  even after this shell exits",
                   interrupt, ::getpid()),
       running.options);
  end_stdout();
  while (signals.wait() == SIGCHLD) {
  }
  return exit_success;
}

int exec(const Running& running, const HeldSignals& signals) {
  const auto& options = running.options;
  auto variables = variables_for(running);
  const bool has_terminal = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
  if (has_terminal && is_shell_for_people(options.command)) {
    note(fmt::format("emulator at {}\n"
                     "  type 'exit' to end this shell and the emulator",
                     running.server.base_url()),
         options);
    append(variables, prompt_settings);
  }
  return run_command(options.command, variables, signals);
}

Result<int> run_with(const Options& options) {
  const auto waiting = std::make_shared<EndableWait>();
  TRY_ASSIGN(auto store, open_store(options, waiting));
  const HeldSignals signals; // before any thread starts, and until the folder is removed
  TRY_ASSIGN(const auto state, StateFolder::make(options.db));
  Service service(std::move(store), options.faults, options.seed);
  TRY_ASSIGN(const auto server, Server::start(options.listen, service, options.log));
  if (signals.have_come()) return exit_success; // they are delivered when nothing is left behind
  const auto wait = std::chrono::duration_cast<std::chrono::seconds>(options.latency).count();
  if (wait >= 60) // "--latency 300"
    note(fmt::format("each answer waits {0} s; for milliseconds, write {0}ms", wait), options);
  const Running running{server, options, state};
  auto code = options.mode == Mode::serve ? serve(running, signals) : exec(running, signals);
  waiting->end(); // a slow answer goes out now
  for (const auto& rule : service.unmatched_rules())
    note(fmt::format(
             "the fault rule '{}' matched no request;\n"
             "  with '--log', you see the requests, such as POST /presets/SLUG/chat/completions",
             rule),
         options);
  return code;
}

// Prints the error on stderr. Returns its exit code.
int exit_with(const Error& error, output::ErrorFormat format) {
  std::fputs(output::error_report(error, format, {}).c_str(), stderr);
  return exit_code_of(error.kind).code;
}

} // namespace

int run(std::span<const std::string> arguments) {
  std::signal(SIGXFSZ, SIG_IGN); // makes a file size limit an error of writing the database
  const auto invocation = spec::parse(arguments);
  if (!invocation) return exit_with(invocation.error().error, output::ErrorFormat::text);
  auto format = output::ErrorFormat::text;
  if (const auto* name = spec::given_text(invocation->settings, &spec::SettingValues::error_format))
    format = output::parse_error_format(*name).value_or(format);
  if (invocation->command == nullptr || invocation->command->noun != "emulator")
    return exit_with(Error::usage("mrctl-emulator is started by 'mrctl emulator'"), format);
  const auto options = read_options(*invocation);
  if (!options) return exit_with(options.error(), format);
  // The emulator outlives the shell that started it, so it closes the locks and pipes that it
  // inherited.
  if (options->mode == Mode::serve) ::close_range(STDERR_FILENO + 1, ~0U, 0);
  const auto code = run_with(*options);
  return code ? *code : exit_with(code.error(), format);
}

} // namespace mrctl::emulator
