#include "process.hpp"

#include "mrctl/base/file.hpp"

#include "interruptions.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace mrctl::app {

namespace {

config::Environment read_environment() {
  config::Environment environment;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    if (const auto equals = text.find('='); equals != std::string_view::npos)
      environment.variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return environment;
}

int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const auto count = ::write(fd, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
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

volatile std::sig_atomic_t caught_signal = 0;

// While it lives, signals that would end the process are let in by `wait_for_input` only, which
// they end, so that the terminal can be put right first; a stop is put off. Blocking them
// everywhere else leaves no moment between a check and a read in which one would be lost.
class HeldSignals {
public:
  HeldSignals() {
    caught_signal = 0;
    struct sigaction note {};
    note.sa_handler = [](int signal) { caught_signal = signal; };
    sigset_t held;
    ::sigemptyset(&held);
    for (std::size_t i = 0; i < ending.size(); ++i) {
      ::sigaction(ending[i], nullptr, &before_[i]);
      if (before_[i].sa_handler == SIG_IGN) continue;
      ::sigaddset(&held, ending[i]);
      ::sigaction(ending[i], &note, nullptr);
    }
    ::sigprocmask(SIG_BLOCK, &held, &mask_before_);
    note.sa_handler = SIG_IGN;
    ::sigaction(SIGTSTP, &note, &before_stop_);
  }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  ~HeldSignals() {
    for (std::size_t i = 0; i < ending.size(); ++i)
      ::sigaction(ending[i], &before_[i], nullptr);
    ::sigaction(SIGTSTP, &before_stop_, nullptr);
    ::sigprocmask(SIG_SETMASK, &mask_before_, nullptr);
  }

  // Returns whether standard input can be read; false after a signal.
  bool wait_for_input() const {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    while (caught_signal == 0) {
      if (::ppoll(&input, 1, nullptr, &mask_before_) >= 0) return true;
      if (errno != EINTR) return false;
    }
    return false;
  }

private:
  static constexpr std::array ending{SIGINT, SIGTERM, SIGQUIT, SIGHUP};
  std::array<struct sigaction, ending.size()> before_{};
  struct sigaction before_stop_ {};
  sigset_t mask_before_{};
};

// Keeps what is typed off the screen for as long as it lives.
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

void read_line(const HeldSignals& held, std::string& line) {
  for (char c = 0; held.wait_for_input() && ::read(STDIN_FILENO, &c, 1) == 1 && c != '\n';)
    line += c;
}

Result<std::string> ask_secret(std::string_view prompt) {
  std::string line;
  {
    const HeldSignals held;
    const NoEcho silence;
    write_all(STDERR_FILENO, prompt);
    read_line(held, line);
    write_all(STDERR_FILENO, "\n");
  }
  if (caught_signal != 0) std::raise(caught_signal);
  return line;
}

Result<std::string> ask_line(std::string_view prompt) {
  std::string line;
  {
    const HeldSignals held;
    write_all(STDERR_FILENO, prompt);
    read_line(held, line);
    if (caught_signal != 0) write_all(STDERR_FILENO, "\n");
  }
  if (caught_signal != 0) std::raise(caught_signal);
  return line;
}

int become(const std::vector<std::string>& program) {
  std::vector<char*> arguments;
  for (const auto& argument : program)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  std::signal(SIGPIPE, SIG_DFL);
  ::execv(arguments.front(), arguments.data());
  return errno;
}

} // namespace

World this_process() {
  // A closed pipe is an error of write(2), which tells it from a full disk.
  std::signal(SIGPIPE, SIG_IGN);
  World world;
  world.environment = read_environment();
  world.out = [](std::string_view text) { return write_all(STDOUT_FILENO, text); };
  world.err = [](std::string_view text) { return write_all(STDERR_FILENO, text); };
  world.input_is_terminal = ::isatty(STDIN_FILENO) == 1;
  world.output_is_terminal = ::isatty(STDOUT_FILENO) == 1;
  world.error_is_terminal = ::isatty(STDERR_FILENO) == 1;
  world.terminal_width = terminal_width();
  world.read_input = read_input;
  world.ask_secret = ask_secret;
  if (world.error_is_terminal) world.ask = ask_line;
  world.make_transport = make_interruptible_transport;
  world.become = become;
  return world;
}

} // namespace mrctl::app
