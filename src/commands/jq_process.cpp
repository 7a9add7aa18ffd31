#include "jq_process.hpp"

#include "mrctl/base/child.hpp"
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

// The child gets only its channel.
int become_filter(const JqLibrary& jq, const std::string& program, const Ends& channel,
                  const Pipe& said) {
  constexpr int first_free = 3;
  const JqChannel own(::fcntl(channel.theirs, F_DUPFD_CLOEXEC, first_free));
  const int writer = ::fcntl(said.writer.get(), F_DUPFD_CLOEXEC, first_free);
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
  TRY_ASSIGN(const auto channel, open_channel());
  JqChannel ours(channel.ours);
  const JqChannel theirs(channel.theirs);
  auto said = Pipe::open();
  if (!said) return fail(Error::io("cannot start", "the process of --jq", said.error()));
  const auto child = Child::copy([&] { return become_filter(jq, program, channel, *said); });
  if (!child) return fail(Error::io("cannot start", "the process of --jq", child.error()));
  return std::unique_ptr<JqProcess>(
      new JqProcess(*child, std::move(said->reader), std::move(ours), std::move(say)));
}

JqProcess::JqProcess(Child child, Descriptor said, JqChannel channel, SayLine say)
    : child_(child), said_(std::move(said)), channel_(std::move(channel)), say_(std::move(say)) {}

JqProcess::~JqProcess() {
  if (has_ended_) return;
  channel_.end();
  child_.signal(SIGKILL);
  child_.wait();
}

// Waits; returns whether a message or the end of the channel is available, rather than other
// output.
bool JqProcess::wait_for_message() {
  std::array<pollfd, 2> ends{pollfd{channel_.socket(), POLLIN, 0}, pollfd{said_.get(), POLLIN, 0}};
  if (::poll(ends.data(), ends.size(), -1) < 0) return errno != EINTR;
  if ((ends[1].revents & POLLIN) != 0) read_said();
  return ends[0].revents != 0;
}

// Returns whether there was anything.
bool JqProcess::read_said() {
  if (!read_available(said_, line_)) return false;
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
  if (std::exchange(has_ended_, true)) return "libjq ended";
  const int status = child_.wait();
  if (!WIFSIGNALED(status)) return "libjq ended";
  return fmt::format("libjq crashed ({})", ::strsignal(WTERMSIG(status)));
}

} // namespace mrctl::commands
