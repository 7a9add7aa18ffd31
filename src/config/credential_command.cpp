#include "mrctl/config/credential_command.hpp"

#include "mrctl/base/child.hpp"
#include "mrctl/base/duration.hpp"
#include "mrctl/base/ending_signals.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/config/key.hpp"
#include "mrctl/config/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <span>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utility>

namespace mrctl::config {

namespace {

struct SubprocessLimits {
  Duration time;             // zero is no limit
  std::size_t output = 0;    // bytes; the process is killed if it writes more
  std::size_t complaint = 0; // bytes; the rest is discarded
};

enum class Ending { not_started, exited, signalled, too_long, too_large, interrupted };

struct SubprocessResult {
  Ending ending = Ending::not_started;
  int status = 0;          // errno, exit status or signal
  std::string output{};    // standard output
  std::string complaint{}; // standard error
};

using Clock = std::chrono::steady_clock;

// How long to poll the pipes before checking the process again: a process that it left running may
// keep them open.
constexpr int longest_look_ms = 20;

constexpr std::chrono::seconds time_to_end{1};

// Waits until one of the pipes is readable, a signal is pending, or one polling interval has
// passed.
void look_at(const Descriptor& output, const Descriptor& complaint, const EndingSignals& signals) {
  std::array<pollfd, 3> ends{pollfd{output.get(), POLLIN, 0}, pollfd{complaint.get(), POLLIN, 0},
                             pollfd{signals.descriptor(), POLLIN, 0}};
  const bool are_closed = output.get() < 0 && complaint.get() < 0;
  ::poll(ends.data(), ends.size(), are_closed ? 1 : longest_look_ms);
}

// Asks the group to end, then kills whatever is left when the command has ended or the time is up.
void end_group(const Child& child) {
  child.signal_group(SIGTERM);
  const auto deadline = Clock::now() + time_to_end;
  while (!child.ended() && Clock::now() < deadline)
    ::poll(nullptr, 0, longest_look_ms);
  child.signal_group(SIGKILL);
  child.wait();
}

void note_status(SubprocessResult& result, int status) {
  result.ending = WIFEXITED(status) ? Ending::exited : Ending::signalled;
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
}

// Keeps one byte beyond the limit, and discards the rest.
void drain(Descriptor& reader, std::string& text, std::size_t limit) {
  while (read_available(reader, text)) {
    if (text.size() <= limit) continue;
    text.resize(limit + 1);
    return;
  }
}

// Reads both pipes, so that neither blocks the process, until it has ended.
SubprocessResult follow(const Child& child, Descriptor output, Descriptor complaint,
                        const SubprocessLimits& limits, const EndingSignals& signals) {
  SubprocessResult result;
  const auto deadline = Clock::now() + limits.time;
  for (;;) {
    look_at(output, complaint, signals);
    const auto status = child.ended();
    drain(output, result.output, limits.output);
    drain(complaint, result.complaint, limits.complaint);
    if (result.output.size() > limits.output)
      result.ending = Ending::too_large;
    else if (status)
      note_status(result, *status);
    else if (signals.have_come())
      result.ending = Ending::interrupted;
    else if (limits.time > Duration::zero() && Clock::now() >= deadline)
      result.ending = Ending::too_long;
    if (result.ending == Ending::not_started) continue;
    if (!status) end_group(child);
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

tl::expected<Child, int> start(std::span<const std::string> command, const Environment& environment,
                               const Pipe& output, const Pipe& complaint,
                               const Descriptor& terminal) {
  const Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (nothing.get() < 0) return tl::unexpected(errno);
  ProgramStart how{.command = {command.begin(), command.end()},
                   .streams = {nothing.get(), output.writer.get(),
                               terminal.get() >= 0 && ::isatty(STDERR_FILENO) == 1
                                   ? STDERR_FILENO
                                   : complaint.writer.get()},
                   .default_signals = {SIGPIPE, SIGINT, SIGXFSZ},
                   .leads = terminal.get() >= 0 ? Leads::group : Leads::session};
  ::sigemptyset(&how.blocked_signals);
  for (const auto& [name, value] : environment.variables)
    how.environment.push_back(std::string(name).append("=").append(value));
  return Child::start(std::move(how));
}

// Runs a program found by PATH, in its own process group, with /dev/null as its standard input,
// until it ends, exceeds a limit, or this process gets a signal that would end it. Then the whole
// group gets SIGTERM, and SIGKILL a second later. The signal takes effect afterwards. So does an
// interrupt that only the program got, because it had the terminal.
SubprocessResult run_subprocess(std::span<const std::string> command,
                                const Environment& environment, const SubprocessLimits& limits,
                                Asking asking) {
  const auto not_started = [](int error) { return SubprocessResult{.status = error}; };
  auto output = Pipe::open();
  if (!output) return not_started(output.error());
  auto complaint = Pipe::open();
  if (!complaint) return not_started(complaint.error());
  const EndingSignals signals; // otherwise the group would outlive this process
  const auto terminal = asking == Asking::allowed ? terminal_of_this_process() : Descriptor(-1);
  const auto child = start(command, environment, *output, *complaint, terminal);
  if (!child) return not_started(child.error());
  const LentTerminal lent(terminal, *child);
  output->writer = Descriptor(-1);
  complaint->writer = Descriptor(-1);
  auto result =
      follow(*child, std::move(output->reader), std::move(complaint->reader), limits, signals);
  if (result.ending != Ending::exited) lent.drop_input();
  if (lent.is_lent() && result.ending == Ending::signalled && result.status == SIGINT) {
    result.ending = Ending::interrupted;
    ::raise(SIGINT);
  }
  return result;
}

constexpr std::string_view replacement = "[redacted]";

constexpr std::size_t shortest_key = 16;

// Shorter words of the output occur in sentences by chance.
constexpr std::size_t shortest_word = 8;

bool belongs_to_a_key(char c) {
  return is_alphanumeric(c) || std::string_view("-_+=%").find(c) != std::string_view::npos;
}

bool may_be_a_key(std::string_view word) {
  return word.size() >= shortest_key &&
         (word.starts_with("sk-") || std::any_of(word.begin(), word.end(), is_digit));
}

std::string without_long_words(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto* end = std::find_if_not(text.begin(), text.end(), belongs_to_a_key);
    const auto word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    out += may_be_a_key(word) ? replacement : word;
    text.remove_prefix(word.size());
    if (text.empty()) break;
    out += text.front();
    text.remove_prefix(1);
  }
  return out;
}

void replace_all(std::string& text, std::string_view what) {
  for (auto at = text.find(what); at != std::string::npos;
       at = text.find(what, at + replacement.size()))
    text.replace(at, what.size(), replacement);
}

std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(any_white_space), text.size()));
  const auto word = text.substr(0, text.find_first_of(any_white_space));
  text.remove_prefix(word.size());
  return word;
}

// Returns the text with every word hidden that may be a key. For messages of a program that handles
// keys, in which any word may be one: at least 16 characters that keys consist of, with a digit or
// the beginning of a key ("sk-"), and any word of `output`, the program's standard output.
std::string hide_possible_keys(std::string_view text, std::string_view output) {
  std::string out(text);
  for (auto word = take_word(output); !word.empty(); word = take_word(output))
    if (word.size() >= shortest_word) replace_all(out, word);
  return without_long_words(out);
}

constexpr std::size_t largest_output = 64 * 1024;
constexpr std::size_t largest_complaint = 64 * 1024;
constexpr std::size_t shown_lines = 3;
constexpr std::size_t shown_characters = 300;

// The first lines of the command's standard error, joined to one line.
std::string complaint_of(std::string_view text) {
  std::string out;
  std::size_t count = 0;
  for (const auto line : lines_in(text)) {
    if (line.empty() || ++count > shown_lines) continue;
    out.append(out.empty() ? ": " : " | ").append(line);
  }
  return out.substr(0, shown_characters);
}

// The cut may have split a key, so its beginning is removed too.
std::string_view without_cut_word(std::string_view complaint) {
  if (complaint.size() <= largest_complaint) return complaint;
  const auto word = complaint.find_last_of(white_space) + 1;
  return complaint.substr(0, std::max(word, complaint.size() - longest_key));
}

} // namespace

Result<std::string> run_credential_command(std::span<const std::string> command,
                                           const Environment& environment, Duration limit,
                                           Asking asking) {
  if (command.empty()) return fail(Error::unauthorized("credential_command is empty"));
  auto run =
      run_subprocess(command, environment, {limit, largest_output, largest_complaint}, asking);
  const auto refuse = [&](std::string_view what, std::string_view complaint) {
    return fail(Error::unauthorized(
        fmt::format("credential_command {} {}{}", command.front(), what,
                    complaint_of(hide_possible_keys(without_cut_word(complaint), run.output)))));
  };
  switch (run.ending) {
  case Ending::not_started:
    return refuse("could not be started", std::strerror(run.status));
  case Ending::too_long:
    return refuse(fmt::format("did not end within {}", duration_text(limit)), run.complaint);
  case Ending::too_large:
    return refuse("wrote more than 64 KiB", {});
  case Ending::interrupted:
    return refuse("was interrupted", {});
  case Ending::signalled:
    return refuse(fmt::format("was killed by signal {}", run.status), run.complaint);
  case Ending::exited:
    break;
  }
  if (run.status != 0)
    return refuse(fmt::format("exited with status {}", run.status), run.complaint);
  return std::move(run.output);
}

} // namespace mrctl::config
