#include "mrctl/emulator/run.hpp"

#include "mrctl/base/exit_code.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/emulator/server.hpp"

#include "child.hpp"
#include "export_line.hpp"
#include "shell_command.hpp"
#include "signals.hpp"
#include "state_folder.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <unistd.h>
#include <utility>

namespace mrctl::emulator {

namespace {

constexpr std::size_t largest_catalogue = std::size_t{256} << 20U;

// What runs.
struct Running {
  const Server& server;
  const Options& options;
  const StateFolder& state;
};

// The variables for a shell or a command, one row for each.
struct Exported {
  const char* name;
  std::string (*value)(const Running&);
};

std::string url_of(const Running& running) {
  return running.server.base_url();
}

std::string key_of(const Running& running) {
  return running.options.keys.management;
}

std::string state_of(const Running& running) {
  return running.state.path();
}

std::string pid_of(const Running& /*running*/) {
  return std::to_string(::getpid());
}

constexpr std::array exported{
    Exported{"MRCTL_BASE_URL", url_of},
    Exported{"MRCTL_API_KEY", key_of},
    Exported{"MRCTL_STATE", state_of},
    Exported{"MRCTL_EMULATOR_PID", pid_of},
};

Variables variables_for(const Running& running) {
  Variables variables;
  for (const auto& row : exported)
    variables.emplace_back(row.name, row.value(running));
  return variables;
}

Result<Catalogue> load_catalogue(const std::string& file) {
  if (file.empty()) return seeded_catalogue();
  const auto text = read_file(file, largest_catalogue);
  if (!text) return fail(text.error());
  return read_catalogue(*text, file);
}

Result<Store> open_store(const Options& options, std::shared_ptr<Patience> patience) {
  auto catalogue = load_catalogue(options.catalogue);
  if (!catalogue) return fail(std::move(catalogue.error()));
  auto presets = PresetTable::open(options.db);
  if (!presets) return fail(std::move(presets.error()));
  return Store{std::move(*presets), std::move(*catalogue), options.keys,
               real_sources(std::move(patience)), options.latency};
}

Status announce(const Variables& variables) {
  std::string lines;
  for (const auto& [name, value] : variables)
    lines += export_line(name, value);
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

bool is_before_a_person() {
  return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
}

// In the background, Ctrl-C does not reach the emulator.
std::string how_to_stop(const HeldSignals& signals) {
  return fmt::format("the emulator runs until you {}run 'kill {}',\n"
                     "  even after this shell exits",
                     signals.holds(SIGINT) ? "press Ctrl-C or " : "", ::getpid());
}

Result<int> serve(const Running& running, const HeldSignals& signals) {
  if (auto status = announce(variables_for(running)); !status)
    return fail(std::move(status.error()));
  note(how_to_stop(signals), running.options);
  end_stdout();
  while (signals.wait() == SIGCHLD) {
  }
  return exit_success;
}

int exec(const Running& running, const HeldSignals& signals) {
  const auto& options = running.options;
  if (is_shell_for_people(options.command) && is_before_a_person())
    note(fmt::format("emulator at {}\n"
                     "  type 'exit' to end this shell and the emulator",
                     running.server.base_url()),
         options);
  return run_command(options.command, variables_for(running), signals);
}

Result<int> run_with(const Options& options) {
  const auto patience = std::make_shared<Patience>();
  auto store = open_store(options, patience);
  if (!store) return fail(std::move(store.error()));
  const HeldSignals signals; // before any thread starts, and until the folder is removed
  const auto state = StateFolder::make(options.db);
  if (!state) return fail(state.error());
  Service service(std::move(*store), options.faults, options.seed);
  const auto server = Server::start(options.listen, service, options.log);
  if (!server) return fail(server.error());
  if (signals.have_come()) return exit_success; // they are delivered when nothing is left behind
  const Running running{*server, options, *state};
  auto code = options.mode == Mode::serve ? serve(running, signals) : exec(running, signals);
  patience->end(); // a slow answer goes out now
  return code;
}

int report(const Error& error) {
  auto text = fmt::format("mrctl: {}\n", error.message);
  if (!error.hint.empty()) text += fmt::format("  hint: {}\n", error.hint);
  std::fputs(text.c_str(), stderr);
  return exit_code_of(error.kind).code;
}

} // namespace

int run(std::string_view options_json) {
  std::signal(SIGXFSZ, SIG_IGN); // makes a file size limit an error of writing the database
  const auto options = parse_options(options_json);
  if (!options) return report(options.error());
  const auto code = run_with(*options);
  return code ? *code : report(code.error());
}

} // namespace mrctl::emulator
