#include "mrctl/config/credential_command.hpp"

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
#include <spawn.h>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

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
  int status = 0;        // errno, exit status or signal
  std::string output;    // standard output
  std::string complaint; // standard error
};

using Clock = std::chrono::steady_clock;

// How long to poll the pipes before checking the process again: a process that it left running may
// keep them open.
constexpr int longest_look_ms = 20;

constexpr std::chrono::seconds time_to_end{1};

class Pipe {
public:
  Pipe() : is_open_(::pipe2(ends_.data(), O_CLOEXEC) == 0) {
    if (is_open_) ::fcntl(ends_[0], F_SETFL, O_NONBLOCK);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_reader();
    close_writer();
  }
  [[nodiscard]] bool is_open() const { return is_open_; }
  [[nodiscard]] int reader() const { return ends_[0]; }
  [[nodiscard]] int writer() const { return ends_[1]; }
  void close_reader() { close_end(ends_[0]); }
  void close_writer() { close_end(ends_[1]); }

  // Appends the available bytes to `text`, up to one byte beyond the limit; closes at the end of
  // the stream.
  void drain_into(std::string& text, std::size_t limit);

private:
  static void close_end(int& fd) {
    if (fd >= 0) ::close(std::exchange(fd, -1));
  }

  std::array<int, 2> ends_{-1, -1};
  bool is_open_;
};

void Pipe::drain_into(std::string& text, std::size_t limit) {
  std::array<char, 16384> buffer;
  while (reader() >= 0) {
    const auto count = ::read(reader(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) return close_reader();
    const auto room = limit + 1 - std::min(limit + 1, text.size());
    text.append(buffer.data(), std::min(room, static_cast<std::size_t>(count)));
    if (text.size() > limit) return;
  }
}

// What the child is started with; owns posix_spawn's objects, which must be destroyed.
class SpawnPlan {
public:
  SpawnPlan(const Pipe& output, const Pipe& complaint) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions_, output.writer(), 1);
    ::posix_spawn_file_actions_adddup2(&actions_, complaint.writer(), 2);
    ::posix_spawnattr_init(&attributes_);
    sigset_t signals;
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    for (const int signal : {SIGPIPE, SIGINT, SIGXFSZ})
      ::sigaddset(&signals, signal);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                                 POSIX_SPAWN_SETSIGMASK);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
  ~SpawnPlan() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  [[nodiscard]] const posix_spawn_file_actions_t* actions() const { return &actions_; }
  [[nodiscard]] const posix_spawnattr_t* attributes() const { return &attributes_; }

private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (auto& text : texts)
    pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

struct Started {
  pid_t pid;
  int errno_value;
};

Started start(std::span<const std::string> command, const Environment& environment,
              const SpawnPlan& plan) {
  std::vector<std::string> words(command.begin(), command.end());
  std::vector<std::string> variables;
  for (const auto& [name, value] : environment.variables)
    variables.push_back(std::string(name).append("=").append(value));
  Started started{-1, 0};
  started.errno_value =
      ::posix_spawnp(&started.pid, words.front().c_str(), plan.actions(), plan.attributes(),
                     pointers_to(words).data(), pointers_to(variables).data());
  return started;
}

// Waits until one of the pipes is readable, a signal is pending, or one polling interval has
// passed.
void look_at(const Pipe& output, const Pipe& complaint, const EndingSignals& signals) {
  std::array<pollfd, 3> ends{pollfd{output.reader(), POLLIN, 0},
                             pollfd{complaint.reader(), POLLIN, 0},
                             pollfd{signals.descriptor(), POLLIN, 0}};
  const bool are_closed = output.reader() < 0 && complaint.reader() < 0;
  ::poll(ends.data(), ends.size(), are_closed ? 1 : longest_look_ms);
}

std::optional<int> ended(pid_t pid) {
  int status = 0;
  return ::waitpid(pid, &status, WNOHANG) == pid ? std::optional(status) : std::nullopt;
}

// Asks the group to end, then kills whatever is left when the command has ended or the time is up.
void end_group(pid_t pid) {
  ::kill(-pid, SIGTERM);
  const auto deadline = Clock::now() + time_to_end;
  while (!ended(pid) && Clock::now() < deadline)
    ::poll(nullptr, 0, longest_look_ms);
  ::kill(-pid, SIGKILL);
  while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR)
    continue;
}

void note_status(SubprocessResult& result, int status) {
  result.ending = WIFEXITED(status) ? Ending::exited : Ending::signalled;
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
}

// Reads both pipes, so that neither blocks the process, until it has ended.
SubprocessResult follow(pid_t pid, Pipe& output, Pipe& complaint, const SubprocessLimits& limits,
                        const EndingSignals& signals) {
  SubprocessResult result;
  const auto deadline = Clock::now() + limits.time;
  for (;;) {
    look_at(output, complaint, signals);
    const auto status = ended(pid);
    output.drain_into(result.output, limits.output);
    complaint.drain_into(result.complaint, limits.complaint);
    if (result.output.size() > limits.output)
      result.ending = Ending::too_large;
    else if (status)
      note_status(result, *status);
    else if (signals.have_come())
      result.ending = Ending::interrupted;
    else if (limits.time > Duration::zero() && Clock::now() >= deadline)
      result.ending = Ending::too_long;
    if (result.ending == Ending::not_started) continue;
    if (!status) end_group(pid);
    return result;
  }
}

// Runs a program found by PATH, in its own process group, with /dev/null as its standard input,
// until it ends, exceeds a limit, or this process gets a signal that would end it. Then the whole
// group gets SIGTERM, and SIGKILL a second later. The signal takes effect afterwards.
SubprocessResult run_subprocess(std::span<const std::string> command,
                                const Environment& environment, const SubprocessLimits& limits) {
  SubprocessResult failed;
  Pipe output;
  Pipe complaint;
  if (!output.is_open() || !complaint.is_open()) {
    failed.status = errno;
    return failed;
  }
  const EndingSignals signals; // otherwise the group would outlive this process
  const auto started = start(command, environment, SpawnPlan(output, complaint));
  if (started.errno_value != 0) {
    failed.status = started.errno_value;
    return failed;
  }
  output.close_writer();
  complaint.close_writer();
  return follow(started.pid, output, complaint, limits, signals);
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
  for (std::size_t lines = 0; lines < shown_lines && !text.empty();) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    out += out.empty() ? ": " : " | ";
    out += line;
    ++lines;
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
                                           const Environment& environment, Duration limit) {
  if (command.empty()) return fail(Error::unauthorized("credential_command is empty"));
  auto run = run_subprocess(command, environment, {limit, largest_output, largest_complaint});
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
