#include "listen_address.hpp"

#include "mrctl/base/host.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/emulator/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <pthread.h>
#include <string_view>

namespace mrctl::emulator {

namespace {

std::string numeric_host(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  return text == "localhost" ? "127.0.0.1" : std::string(text);
}

} // namespace

Result<ListenAddress> parse_listen_address(std::string_view text) {
  const auto colon = text.rfind(':');
  const auto port = colon == std::string_view::npos
                        ? std::nullopt
                        : number_in<std::uint16_t>(text.substr(colon + 1));
  if (!port)
    return fail(Error::usage(fmt::format("'{}' is not an address to listen on", text),
                             "use a loopback address and a port, such as 127.0.0.1:8787"));
  auto host = numeric_host(text.substr(0, colon));
  if (!is_loopback(host))
    return fail(Error::usage(
        fmt::format("the emulator listens on loopback addresses only, not on '{}'", host),
        "127.0.0.1, ::1 and localhost are such addresses"));
  return ListenAddress{std::move(host), *port};
}

namespace {

constexpr std::array ending{SIGINT, SIGTERM, SIGHUP};

// nohup and background shells do this on purpose.
bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

} // namespace

HeldSignals::HeldSignals() {
  // A shell may have started us with SIGCHLD ignored; then no child could be waited for.
  std::signal(SIGCHLD, SIG_DFL);
  sigemptyset(&held_);
  sigaddset(&held_, SIGCHLD);
  for (const int signal : ending)
    if (!is_ignored(signal)) sigaddset(&held_, signal);
  pthread_sigmask(SIG_BLOCK, &held_, &before_);
}

HeldSignals::~HeldSignals() {
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool HeldSignals::have_come() const {
  sigset_t waiting;
  sigpending(&waiting);
  return std::ranges::any_of(ending,
                             [&](int signal) { return sigismember(&waiting, signal) == 1; });
}

bool HeldSignals::holds(int signal) const {
  return sigismember(&held_, signal) == 1;
}

int HeldSignals::wait() const {
  int signal = 0;
  while (sigwait(&held_, &signal) != 0) {
  }
  return signal;
}

namespace {

constexpr std::array<std::string_view, 7> shells{"sh",  "bash", "dash", "ksh",
                                                 "zsh", "fish", "tcsh"};

std::string_view file_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

// "-i" and "--norc", but not "-c" or "-lc", which are followed by a command.
bool is_option_without_command(std::string_view argument) {
  if (argument.starts_with("--")) return argument != "--command";
  return argument.starts_with('-') && argument.find('c') == std::string_view::npos;
}

} // namespace

bool is_shell_for_people(const std::vector<std::string>& command) {
  const auto name = file_name(command.front());
  return std::find(shells.begin(), shells.end(), name) != shells.end() &&
         std::all_of(command.begin() + 1, command.end(), is_option_without_command);
}

} // namespace mrctl::emulator
