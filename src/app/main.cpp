#include "mrctl/app/run.hpp"
#include "mrctl/base/ending_signals.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/list.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace mrctl::app {

namespace {

volatile std::sig_atomic_t caught_signal = 0;
volatile std::sig_atomic_t signal_count = 0;
volatile std::sig_atomic_t interrupts = 0;
volatile std::sig_atomic_t is_patient = 0; // the first interrupt only stops new requests
bool are_noted = false;                    // rather than end the program

// Returns why no new requests may start, if so.
std::optional<ErrorKind> stopping() {
  if (caught_signal == 0) return std::nullopt;
  return caught_signal == SIGINT ? ErrorKind::interrupted : ErrorKind::terminated;
}

// Tells once that the first interrupt only stops new requests.
std::function<void()> tell_of_stopping;

bool only_stops() {
  return caught_signal == SIGINT && is_patient != 0 && interrupts < 2;
}

// Returns why requests in progress must end, if so.
std::optional<ErrorKind> interruption() {
  if (only_stops() && tell_of_stopping) std::exchange(tell_of_stopping, {})();
  return only_stops() ? std::nullopt : stopping();
}

// The next signal ends the program.
void note_signal(int signal) {
  if (caught_signal == 0 || signal != SIGINT) caught_signal = signal;
  signal_count = signal_count + 1;
  if (signal == SIGINT) interrupts = interrupts + 1;
  if (signal != SIGINT || is_patient == 0 || interrupts >= 2) std::signal(signal, SIG_DFL);
}

// While this object lives, the first signal that would end the program is only recorded; the second
// one ends it, or the third interrupt if the first one only prevents new requests.
class NotedSignals {
public:
  explicit NotedSignals(FirstInterrupt first, std::function<void()> stopping = {}) {
    tell_of_stopping = std::move(stopping);
    is_patient = first == FirstInterrupt::stops ? 1 : 0;
    interrupts = 0;
    are_noted = true;
    struct sigaction note {};
    note.sa_handler = note_signal;
    for (std::size_t i = 0; i < ending.size(); ++i) {
      ::sigaction(ending[i], nullptr, &before_[i]);
      if (before_[i].sa_handler != SIG_IGN) ::sigaction(ending[i], &note, nullptr);
    }
  }
  NotedSignals(const NotedSignals&) = delete;
  NotedSignals& operator=(const NotedSignals&) = delete;
  ~NotedSignals() {
    for (std::size_t i = 0; i < ending.size(); ++i)
      ::sigaction(ending[i], &before_[i], nullptr);
    are_noted = false;
    tell_of_stopping = {};
  }

private:
  static constexpr std::array ending{SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, ending.size()> before_{};
};

// Returns a transport whose requests fail after a signal that would end the program, so that it can
// report first what is known about them.
Result<std::unique_ptr<http::Transport>> make_transport(http::Options options) {
  options.interruption = interruption;
  options.stopping = stopping;
  return http::make_curl_transport(std::move(options));
}

// Writes a text to a descriptor. Returns 0 or errno: EINTR after a signal that would end the
// program. Then the program can clean up before it ends.
int write_until_interrupted(int fd, std::string_view text) {
  std::optional<NotedSignals> own;
  if (!are_noted) own.emplace(FirstInterrupt::ends);
  const auto before = signal_count;
  while (!text.empty()) {
    if (signal_count != before && interruption()) return EINTR;
    const auto count = ::write(fd, text.data(), text.size());
    if (count < 0 && errno != EINTR) return errno;
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

config::Environment read_environment() {
  config::Environment environment;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    if (const auto equals = text.find('='); equals != std::string_view::npos)
      environment.variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return environment;
}

std::optional<int> terminal_width() {
  winsize size{};
  for (const int fd : {STDOUT_FILENO, STDERR_FILENO})
    if (::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return std::nullopt;
}

Result<std::string> read_input() {
  std::string content;
  std::array<char, 65536> buffer{};
  for (;;) {
    const auto count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fail(Error::io("cannot read", "standard input", errno));
    if (count == 0) return content;
    content.append(buffer.data(), static_cast<std::size_t>(count));
    if (content.size() > largest_input)
      return fail(Error::usage("standard input is larger than 256 MiB"));
  }
}

bool has_unread_input() {
  int count = 0;
  return ::isatty(STDIN_FILENO) == 0 && ::ioctl(STDIN_FILENO, FIONREAD, &count) == 0 && count > 0;
}

// Returns whether standard input can be read; false once a signal is pending.
bool wait_for_input(const EndingSignals& signals) {
  std::array<pollfd, 2> ends{pollfd{STDIN_FILENO, POLLIN, 0},
                             pollfd{signals.descriptor(), POLLIN, 0}};
  while (::poll(ends.data(), ends.size(), -1) < 0)
    if (errno != EINTR) return false;
  return !signals.have_come();
}

// Turns off the terminal's echo while this object lives.
class NoEcho {
public:
  NoEcho() {
    is_set_ = ::tcgetattr(STDIN_FILENO, &before_) == 0;
    auto silent = before_;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    if (is_set_) ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
  }
  NoEcho(const NoEcho&) = delete;
  NoEcho& operator=(const NoEcho&) = delete;
  ~NoEcho() {
    if (is_set_) ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &before_);
  }

private:
  termios before_{};
  bool is_set_ = false;
};

// Returns what was typed up to the end of the line, with it, the end of input or a signal.
std::string read_line(const EndingSignals& signals) {
  std::string line;
  for (char c = 0;
       !line.ends_with('\n') && wait_for_input(signals) && ::read(STDIN_FILENO, &c, 1) == 1;)
    line += c;
  return line;
}

// The signal ends the program as soon as it is let through.
void tell_interruption(const EndingSignals& signals) {
  if (signals.have_come())
    write_whole(STDERR_FILENO, "mrctl: interrupted; nothing was sent, and nothing was changed\n");
}

Result<std::string> ask_secret(std::string_view prompt) {
  const EndingSignals signals;
  const NoEcho silence;
  write_whole(STDERR_FILENO, prompt);
  auto line = read_line(signals);
  write_whole(STDERR_FILENO, "\n");
  tell_interruption(signals);
  return line;
}

Result<std::string> ask_line(std::string_view prompt) {
  const EndingSignals signals;
  write_whole(STDERR_FILENO, prompt);
  auto line = read_line(signals);
  if (!line.ends_with('\n')) write_whole(STDERR_FILENO, "\n"); // the terminal shows no other
  tell_interruption(signals);
  return line;
}

// A network file system may report only on closing that it is full. Closing a copy is enough.
int flush_output() {
  constexpr int first_free = 3;
  const int copy = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, first_free);
  return copy < 0 || ::close(copy) == 0 ? 0 : errno;
}

int become(const std::vector<std::string>& program) {
  auto arguments =
      mapped(program, [&](const auto& argument) { return const_cast<char*>(argument.c_str()); });
  arguments.push_back(nullptr);
  for (const int signal : {SIGPIPE, SIGXFSZ})
    std::signal(signal, SIG_DFL);
  ::execv(arguments.front(), arguments.data());
  return errno;
}

// Returns the world of this process: its environment, its streams and its terminal.
World this_process() {
  // Ignores SIGPIPE and SIGXFSZ, so that a closed pipe and a file size limit become errors of
  // write(2), and partial files can be removed.
  for (const int signal : {SIGPIPE, SIGXFSZ})
    std::signal(signal, SIG_IGN);
  // A parent may have ignored it; then no child could be waited for.
  std::signal(SIGCHLD, SIG_DFL);
  World world;
  world.environment = read_environment();
  world.out = [](std::string_view text) { return write_until_interrupted(STDOUT_FILENO, text); };
  world.err = [](std::string_view text) { return write_whole(STDERR_FILENO, text); };
  world.input_is_terminal = ::isatty(STDIN_FILENO) == 1;
  world.output_is_terminal = ::isatty(STDOUT_FILENO) == 1;
  world.error_is_terminal = ::isatty(STDERR_FILENO) == 1;
  world.terminal_width = terminal_width();
  world.read_input = read_input;
  world.has_unread_input = has_unread_input;
  world.ask_secret = ask_secret;
  if (world.error_is_terminal) world.ask = ask_line;
  world.make_transport = make_transport;
  world.note_signals = [](FirstInterrupt first, std::function<void()> stopping) {
    return std::make_shared<NotedSignals>(first, std::move(stopping));
  };
  world.gives_up = [] { return stopping().has_value() && !only_stops(); };
  world.become = become;
  world.flush_out = flush_output;
  return world;
}

} // namespace

} // namespace mrctl::app

int main(int argc, char** argv) {
  mrctl::occupy_standard_streams();
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const int code = mrctl::app::run(arguments, mrctl::app::this_process());
  // Shells expect in loops that the process ends by the signal that was noted.
  if (mrctl::app::caught_signal != 0) std::raise(mrctl::app::caught_signal);
#ifdef MRCTL_LEAVES_AT_ONCE
  // The result is written. The cleanup of libraries would take a twentieth of a short command's
  // time; only sanitizers and coverage need it.
  std::_Exit(code);
#else
  return code;
#endif
}
