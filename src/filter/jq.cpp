#include "mrctl/filter/jq.hpp"

#include "mrctl/base/child.hpp"
#include "mrctl/base/file.hpp"

#include "jq_child.hpp"
#include "jq_library.hpp"

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

namespace mrctl::filter {

// A separate process that runs one jq program (docs/decisions/0009), so that libjq's aborts and
// output stay there. Ends with its owner.
class JqProcess {
public:
  JqProcess(Child child, Descriptor channel, Descriptor said, SayLine say)
      : child_(child), channel_(std::move(channel)), said_(std::move(said)), say_(std::move(say)) {}
  JqProcess(const JqProcess&) = delete;
  JqProcess& operator=(const JqProcess&) = delete;
  ~JqProcess() {
    if (has_ended_) return;
    child_.signal(SIGKILL);
    child_.wait();
  }

  // Sends the text to run on. If the process has ended, read() shows it.
  void send(std::string_view json) const {
    while (!json.empty()) {
      const auto count = ::send(channel_.get(), json.data(), json.size(), MSG_NOSIGNAL);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return;
      json.remove_prefix(static_cast<std::size_t>(count));
    }
    ::shutdown(channel_.get(), SHUT_WR);
  }

  // Waits, and appends what the process sends. Passes on the lines that it writes meanwhile.
  // Returns false at its end.
  bool read(std::string& answer) {
    std::array<pollfd, 2> ends{pollfd{channel_.get(), POLLIN, 0}, pollfd{said_.get(), POLLIN, 0}};
    if (::poll(ends.data(), ends.size(), -1) < 0) return errno == EINTR;
    if (ends[1].revents != 0) read_said();
    if (ends[0].revents == 0 || read_available(channel_, answer)) return true;
    while (read_said())
      continue;
    if (!line_.empty()) say_(std::exchange(line_, {}));
    return false;
  }

  // Waits for a process that sends no more. Returns why it has no answer: "libjq crashed
  // (Aborted)".
  std::string reason(std::string_view for_memory) {
    has_ended_ = true;
    const int status = child_.wait();
    if (WIFSIGNALED(status))
      return fmt::format("libjq crashed ({})", ::strsignal(WTERMSIG(status)));
    if (WEXITSTATUS(status) == memory_ran_out) return std::string(for_memory);
    return fmt::format("libjq left with exit status {}", WEXITSTATUS(status));
  }

private:
  // Returns whether there was anything.
  bool read_said() {
    if (!read_available(said_, line_)) return false;
    for (auto end = line_.find('\n'); end != std::string::npos; end = line_.find('\n')) {
      if (const auto line = std::string_view(line_).substr(0, end); !is_assertion(line)) say_(line);
      line_.erase(0, end + 1);
    }
    line_.resize(std::min(line_.size(), longest_line));
    return true;
  }

  // What glibc says before it aborts a process: "mrctl: FILE:LINE: FUNCTION: Assertion `…'
  // failed." The failure tells the same for people.
  static bool is_assertion(std::string_view line) {
    return line.find(": Assertion `") != std::string_view::npos && line.ends_with("' failed.");
  }

  static constexpr std::size_t longest_line = largest_input; // longer ones are cut

  Child child_;
  bool has_ended_ = false; // and was waited for
  Descriptor channel_;
  Descriptor said_; // what it writes to its descriptors 1 and 2
  SayLine say_;
  std::string line_; // the part read so far
};

namespace {

constexpr std::size_t mebibyte = 1U << 20U;

void replace(std::string& text, std::string_view part, std::string_view replacement) {
  const auto at = text.find(part);
  if (at != std::string::npos) text.replace(at, part.size(), replacement);
}

// jq says "jq: error: syntax error, unexpected $end (in 1.7: end of file) (Unix shell quoting
// issues?) at <top-level>, line 1:" and, below it, the program.
Error does_not_compile(std::string words) {
  constexpr std::string_view shell_question = " (Unix shell quoting issues?)";
  const bool may_be_the_shell = words.find(shell_question) != std::string::npos;
  words.resize(std::min(words.find('\n'), words.size()));
  replace(words, "jq: error: ", "");
  replace(words, shell_question, "");
  replace(words, " at <top-level>, line 1:", "");
  replace(words, " at <top-level>, line", " in line");
  replace(words, "$end", "end of the program");
  replace(words, "end of file", "end of the program");
  while (words.ends_with(':') || words.ends_with(' '))
    words.pop_back();
  auto error = Error::usage(fmt::format("--jq does not compile: {}", words));
  if (may_be_the_shell) error.hint = "put the program in single quotes: --jq '.endpoints[].tag'";
  return error;
}

Error fails_on_data(std::string_view words) {
  return Error::unexpected_response(fmt::format("--jq failed on the result: {}", words));
}

// The child gets only its channel.
int become_filter(const JqLibrary& jq, const std::string& program, int channel, int said) {
  constexpr int first_free = 3;
  const int own = ::fcntl(channel, F_DUPFD_CLOEXEC, first_free);
  const int writer = ::fcntl(said, F_DUPFD_CLOEXEC, first_free);
  ::close(channel);
  ::dup2(::open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
  ::dup2(writer, STDOUT_FILENO);
  ::dup2(writer, STDERR_FILENO);
  serve_filter(jq, program, own);
}

Result<std::unique_ptr<JqProcess>> start(const JqLibrary& jq, const std::string& program,
                                         SayLine say) {
  const auto failed = [](int error) {
    return fail(Error::io("cannot start", "the process of --jq", error));
  };
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return failed(errno);
  Descriptor ours(ends[0]);
  const Descriptor theirs(ends[1]);
  auto said = Pipe::open();
  if (!said) return failed(said.error());
  const auto child = Child::copy([&] {
    ::close(ours.get());
    return become_filter(jq, program, theirs.get(), said->writer.get());
  });
  if (!child) return failed(child.error());
  return std::make_unique<JqProcess>(*child, std::move(ours), std::move(said->reader),
                                     std::move(say));
}

} // namespace

Result<OpenedLibrary> describe_jq() {
  TRY_ASSIGN(const auto jq, open_jq());
  OpenedLibrary library;
  library.path = shared_library_path(reinterpret_cast<const void*>(jq.init));
  return library;
}

JqProgram::JqProgram(std::unique_ptr<JqProcess> process) : process_(std::move(process)) {}
JqProgram::JqProgram(JqProgram&&) noexcept = default;
JqProgram::~JqProgram() = default;

Result<JqProgram> JqProgram::compile(const std::string& text, SayLine say) {
  // Only jq 1.6 takes it for '.'.
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    return fail(Error::usage("--jq has an empty program", "use --jq . to print the whole result"));
  TRY_ASSIGN(const auto jq, open_jq());
  TRY_ASSIGN(auto process, start(jq, text, std::move(say)));
  std::string verdict;
  while (verdict != program_compiles && process->read(verdict))
    continue;
  if (verdict == program_compiles) return JqProgram(std::move(process));
  return fail(does_not_compile(verdict.starts_with(program_failed)
                                   ? verdict.substr(program_failed.size())
                                   : process->reason("it needs too much memory")));
}

Result<std::string> JqProgram::run(std::string_view json) {
  process_->send(json);
  // More output suggests an endless program. The results and the text made from them are in memory
  // together, and must fit the limit for an answer.
  const auto most = 8 * mebibyte + 4 * json.size();
  std::string answer;
  while (process_->read(answer))
    if (answer.size() > most)
      return fail(fails_on_data(fmt::format("it produces more than {} MiB", most / mebibyte)));
  // Results have no line feed inside, and no result begins like the line that ends them.
  const auto size = answer.starts_with('#') ? 0 : answer.find("\n#") + 1;
  const auto end = std::string_view(answer).substr(size);
  if (end.starts_with(program_failed))
    return fail(fails_on_data(end.substr(program_failed.size())));
  if (end != program_done)
    return fail(fails_on_data(process_->reason(fmt::format(
        "it needs more than {} MiB of memory", memory_of_filter(json.size()) / mebibyte))));
  answer.resize(size);
  return answer;
}

} // namespace mrctl::filter
