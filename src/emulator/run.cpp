#include "mrctl/emulator/run.hpp"

#include "mrctl/base/exit_code.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/emulator/server.hpp"

#include "child.hpp"
#include "export_line.hpp"
#include "signals.hpp"

#include <fmt/format.h>

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
constexpr const char* base_url_variable = "MRCTL_BASE_URL";
constexpr const char* key_variable = "MRCTL_API_KEY";

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

Status announce(const std::string& base_url, const std::string& key) {
  const auto lines = export_line(base_url_variable, base_url) + export_line(key_variable, key);
  if (std::fputs(lines.c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    return fail(Error::io("cannot write to", "standard output", errno));
  return {};
}

// Nothing more comes: with the stream closed, eval "$(mrctl emulator serve &)" goes on.
void end_stdout() {
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  ::dup2(nowhere, STDOUT_FILENO);
  ::close(nowhere);
}

Result<int> serve(const Server& server, const Options& options, const HeldSignals& signals) {
  if (auto status = announce(server.base_url(), options.keys.management); !status)
    return fail(std::move(status.error()));
  end_stdout();
  while (signals.wait() == SIGCHLD) {
  }
  return exit_success;
}

int exec(const Server& server, const Options& options, const HeldSignals& signals) {
  const Variables variables{{base_url_variable, server.base_url()},
                            {key_variable, options.keys.management}};
  return run_command(options.command, variables, signals);
}

Result<int> run_with(const Options& options) {
  const auto patience = std::make_shared<Patience>();
  auto store = open_store(options, patience);
  if (!store) return fail(std::move(store.error()));
  Service service(std::move(*store), options.faults, options.seed);
  const HeldSignals signals; // before any thread starts
  const auto server = Server::start(options.listen, service, options.log);
  if (!server) return fail(server.error());
  auto code = options.mode == Mode::serve ? serve(*server, options, signals)
                                          : exec(*server, options, signals);
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
  std::signal(SIGXFSZ, SIG_IGN); // a database that may not grow is an error of writing it
  const auto options = parse_options(options_json);
  if (!options) return report(options.error());
  const auto code = run_with(*options);
  return code ? *code : report(code.error());
}

} // namespace mrctl::emulator
