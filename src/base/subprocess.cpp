#include "mrctl/base/subprocess.hpp"

#include "mrctl/base/child.hpp"
#include "mrctl/base/ending_signals.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utility>

namespace mrctl {

namespace {

using SteadyClock = std::chrono::steady_clock;

// How long to poll the pipes before checking the process again: a process that it left running may
// keep them open.
constexpr int longest_look_ms = 20;

constexpr std::chrono::seconds time_to_end{1};

// Waits until one of the pipes is readable, a signal is pending, or one polling interval has
// passed.
void look_at(const Descriptor& output, const Descriptor& complaint,
             const std::optional<EndingSignals>& signals) {
  std::array<pollfd, 3> ends{pollfd{output.get(), POLLIN, 0}, pollfd{complaint.get(), POLLIN, 0},
                             pollfd{signals ? signals->descriptor() : -1, POLLIN, 0}};
  const bool are_closed = output.get() < 0 && complaint.get() < 0;
  ::poll(ends.data(), ends.size(), are_closed ? 1 : longest_look_ms);
}

// Asks the group to end, then kills whatever is left when the command has ended or the time is up.
void end_group(const Child& child) {
  child.signal_group(SIGTERM);
  const auto deadline = SteadyClock::now() + time_to_end;
  while (!child.ended() && SteadyClock::now() < deadline)
    ::poll(nullptr, 0, longest_look_ms);
  child.signal_group(SIGKILL);
  child.wait();
}

// Reads what is there, and keeps one byte beyond the limit, by which a longer text is recognised.
// Returns whether there was something.
bool drain(Descriptor& reader, std::string& text, std::size_t limit) {
  bool has_read = false;
  while (read_available(reader, text)) {
    has_read = true;
    if (text.size() <= limit) continue;
    text.resize(limit + 1);
    return true;
  }
  return has_read;
}

bool is_over(Duration limit, SteadyClock::time_point since) {
  return limit > Duration::zero() && SteadyClock::now() >= since + limit;
}

// Reads both pipes, so that neither blocks the process, until it has ended.
SubprocessResult follow(const Child& child, Descriptor output, Descriptor complaint,
                        const SubprocessStart& how, const std::optional<EndingSignals>& signals) {
  SubprocessResult result;
  const auto& limits = how.limits;
  const auto start = SteadyClock::now();
  auto heard = start;
  for (;;) {
    look_at(output, complaint, signals);
    const auto status = child.ended();
    const bool has_output = drain(output, result.output, limits.output);
    const bool complains = drain(complaint, result.complaint, limits.complaint);
    if (has_output || complains) heard = SteadyClock::now();
    const bool is_given_up = signals ? signals->have_come() : how.gives_up();
    if (result.output.size() > limits.output) {
      result.ending = Ending::too_large;
    } else if (status) {
      result.ending = WIFEXITED(*status) ? Ending::exited : Ending::signalled;
      result.status = WIFEXITED(*status) ? WEXITSTATUS(*status) : WTERMSIG(*status);
    } else if (is_given_up) {
      result.ending = Ending::interrupted;
    } else if (is_over(limits.time, start) || is_over(limits.silence, heard)) {
      result.ending = Ending::too_long;
    }
    if (result.ending == Ending::not_started) continue;
    if (!status) end_group(child);
    result.is_complaint_cut = result.complaint.size() > limits.complaint;
    if (result.is_complaint_cut) result.complaint.pop_back();
    return result;
  }
}

// Returns the terminal if this process is in its foreground.
Descriptor terminal_of_this_process() {
  Descriptor terminal(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY));
  const bool is_own = terminal.get() >= 0 && ::tcgetpgrp(terminal.get()) == ::getpgrp();
  return is_own ? std::move(terminal) : Descriptor(-1);
}

// Lends the terminal to a process group that may ask for something there, and takes it back, as it
// was before, when this is destroyed.
class LentTerminal {
public:
  LentTerminal(const Descriptor& terminal, const Child& borrower) : terminal_(terminal.get()) {
    if (terminal_ < 0 || ::tcgetattr(terminal_, &before_) != 0) return;
    is_lent_ = ::tcsetpgrp(terminal_, borrower.id()) == 0;
    borrower.signal_group(SIGCONT); // it may have stopped, because it asked too early
  }
  LentTerminal(const LentTerminal&) = delete;
  LentTerminal& operator=(const LentTerminal&) = delete;
  ~LentTerminal() {
    if (!is_lent_) return;
    const SignalBlock undisturbed; // SIGTTOU would stop whoever is in the background
    ::tcsetpgrp(terminal_, ::getpgrp());
    ::tcsetattr(terminal_, TCSANOW, &before_);
  }

  // Drops what was typed and not read, such as half a password.
  void drop_input() const {
    if (is_lent_) ::tcflush(terminal_, TCIFLUSH);
  }
  [[nodiscard]] bool is_lent() const { return is_lent_; }

private:
  int terminal_;
  termios before_{};
  bool is_lent_ = false;
};

// Returns a file without a name that holds the input, so that a large input needs no pipe that both
// ends must serve.
Descriptor file_of(std::string_view input) {
  if (input.empty()) return Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  Descriptor file(::memfd_create("input", MFD_CLOEXEC));
  if (file.get() < 0) return file;
  const int error = write_whole(file.get(), input);
  if (error == 0 && ::lseek(file.get(), 0, SEEK_SET) == 0) return file;
  errno = error != 0 ? error : errno;
  return Descriptor(-1);
}

tl::expected<Child, int> start_child(const SubprocessStart& start, const Pipe& output,
                                     const Pipe& complaint, const Descriptor& terminal) {
  const auto text = start.input_file < 0 ? file_of(start.input) : Descriptor(-1);
  const int input = start.input_file < 0 ? text.get() : start.input_file;
  if (input < 0 || (start.input_file >= 0 && ::lseek(input, 0, SEEK_SET) != 0))
    return tl::unexpected(errno);
  const bool is_shown = start.complaint == ComplaintTo::terminal && terminal.get() >= 0 &&
                        ::isatty(STDERR_FILENO) == 1;
  ProgramStart how{
      .command = start.command,
      .environment = start.environment,
      .streams = {input, output.writer.get(), is_shown ? STDERR_FILENO : complaint.writer.get()},
      .default_signals = {SIGPIPE, SIGINT, SIGXFSZ},
      .leads = terminal.get() >= 0 ? Leads::group : Leads::session};
  ::sigemptyset(&how.blocked_signals);
  return Child::start(std::move(how));
}

} // namespace

TerminalUse terminal_to_lend() {
  const bool is_shown =
      ::isatty(STDIN_FILENO) == 1 || ::isatty(STDOUT_FILENO) == 1 || ::isatty(STDERR_FILENO) == 1;
  return is_shown && terminal_of_this_process().get() >= 0 ? TerminalUse::lent : TerminalUse::none;
}

SubprocessResult run_subprocess(const SubprocessStart& start) {
  const auto not_started = [](int error) { return SubprocessResult{.status = error}; };
  auto output = Pipe::open();
  if (!output) return not_started(output.error());
  auto complaint = Pipe::open();
  if (!complaint) return not_started(complaint.error());
  std::optional<EndingSignals> signals; // otherwise the group would outlive this process
  if (!start.gives_up) signals.emplace();
  const auto terminal =
      start.terminal == TerminalUse::lent ? terminal_of_this_process() : Descriptor(-1);
  const auto child = start_child(start, *output, *complaint, terminal);
  if (!child) return not_started(child.error());
  const LentTerminal lent(terminal, *child);
  output->writer = Descriptor(-1);
  complaint->writer = Descriptor(-1);
  auto result =
      follow(*child, std::move(output->reader), std::move(complaint->reader), start, signals);
  if (result.ending != Ending::exited) lent.drop_input();
  if (lent.is_lent() && result.ending == Ending::signalled && result.status == SIGINT) {
    result.ending = Ending::interrupted;
    ::raise(SIGINT);
  }
  return result;
}

} // namespace mrctl
