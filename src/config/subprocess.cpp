#include "subprocess.hpp"

#include "mrctl/base/ending_signals.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace mrctl::config {

namespace {

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

} // namespace

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

} // namespace mrctl::config
