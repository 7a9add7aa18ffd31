#include "jq_process.hpp"

#include "mrctl/base/file.hpp"

#include "jq_child.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace mrctl::commands {

namespace {

// Longer lines are cut: nobody reads them.
constexpr std::size_t longest_line = largest_input;

// What glibc says before it aborts a process: "mrctl: FILE:LINE: FUNCTION: Assertion `…' failed."
// The failure tells the same for people.
bool is_assertion(std::string_view line) {
  return line.find(": Assertion `") != std::string_view::npos && line.ends_with("' failed.");
}

struct Ends {
  int ours;
  int theirs;
};

Result<Ends> open_channel() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0)
    return Ends{ends[0], ends[1]};
  return fail(Error::io("cannot start", "the process of --jq", errno));
}

Result<Ends> open_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    return fail(Error::io("cannot start", "the process of --jq", errno));
  if (::fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0) return Ends{ends[0], ends[1]};
  const int error = errno;
  ::close(ends[0]);
  ::close(ends[1]);
  return fail(Error::io("cannot start", "the process of --jq", error));
}

// The child gets only its channel, and ends with this process.
[[noreturn]] void become_filter(const JqLibrary& jq, const std::string& program,
                                const Ends& channel, const Ends& said) {
  constexpr int first_free = 3;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int number : {SIGINT, SIGTERM, SIGHUP})
    ::signal(number, SIG_DFL);
  const JqChannel own(::fcntl(channel.theirs, F_DUPFD_CLOEXEC, first_free));
  const int writer = ::fcntl(said.theirs, F_DUPFD_CLOEXEC, first_free);
  ::close(channel.ours);
  ::close(channel.theirs);
  ::dup2(::open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  ::dup2(writer, STDOUT_FILENO);
  ::dup2(writer, STDERR_FILENO);
  serve_filter(jq, program, own);
}

} // namespace

Result<std::unique_ptr<JqProcess>> JqProcess::start(const JqLibrary& jq, const std::string& program,
                                                    SayLine say) {
  const auto channel = open_channel();
  if (!channel) return fail(channel.error());
  JqChannel ours(channel->ours);
  const JqChannel theirs(channel->theirs);
  const auto said = open_pipe();
  if (!said) return fail(said.error());
  const auto pid = ::fork();
  if (pid == 0) become_filter(jq, program, *channel, *said);
  const int error = errno;
  ::close(said->theirs);
  if (pid > 0)
    return std::unique_ptr<JqProcess>(
        new JqProcess(pid, said->ours, std::move(ours), std::move(say)));
  ::close(said->ours);
  return fail(Error::io("cannot start", "the process of --jq", error));
}

JqProcess::JqProcess(pid_t pid, int said, JqChannel channel, SayLine say)
    : pid_(pid), said_(said), channel_(std::move(channel)), say_(std::move(say)) {}

JqProcess::~JqProcess() {
  ::close(said_);
  if (pid_ == 0) return;
  channel_.end();
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR)
    continue;
}

// Waits; returns whether a message or the end of the channel is available, rather than other
// output.
bool JqProcess::wait_for_message() {
  std::array<pollfd, 2> ends{pollfd{channel_.socket(), POLLIN, 0}, pollfd{said_, POLLIN, 0}};
  if (::poll(ends.data(), ends.size(), -1) < 0) return errno != EINTR;
  if ((ends[1].revents & POLLIN) != 0) read_said();
  return ends[0].revents != 0;
}

// Returns whether there was anything.
bool JqProcess::read_said() {
  std::array<char, 16384> buffer;
  const auto count = ::read(said_, buffer.data(), buffer.size());
  if (count <= 0) return false;
  line_.append(buffer.data(), static_cast<std::size_t>(count));
  for (auto end = line_.find('\n'); end != std::string::npos; end = line_.find('\n')) {
    if (const auto line = std::string_view(line_).substr(0, end); !is_assertion(line)) say_(line);
    line_.erase(0, end + 1);
  }
  line_.resize(std::min(line_.size(), longest_line));
  return true;
}

void JqProcess::say_rest() {
  while (read_said())
    continue;
  if (!line_.empty()) say_(line_);
  line_.clear();
}

std::optional<JqMessage> JqProcess::receive() {
  while (!wait_for_message())
    continue;
  auto message = channel_.receive();
  const bool goes_on = message && message->word == JqWord::result;
  if (!goes_on) say_rest();
  return message;
}

std::string JqProcess::ending() {
  int status = 0;
  const bool is_known = pid_ != 0 && ::waitpid(pid_, &status, 0) == pid_;
  pid_ = 0;
  if (!is_known || !WIFSIGNALED(status)) return "libjq ended";
  return fmt::format("libjq crashed ({})", ::strsignal(WTERMSIG(status)));
}

} // namespace mrctl::commands
