#include "mrctl/filter/jq.hpp"

#include "mrctl/base/child.hpp"
#include "mrctl/base/file.hpp"
#include "mrctl/base/rewording.hpp"
#include "mrctl/base/slip.hpp"
#include "mrctl/base/text.hpp"

#include "jq_child.hpp"
#include "jq_library.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace mrctl::filter {

// The ends of the channel to the filter process.
struct Ends {
  int ours;
  int theirs;
};

namespace {

// The most bytes of a line of the filter; longer ones are cut.
constexpr std::size_t longest_line = largest_input;

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

// A separate process that runs one jq program (docs/decisions/0009), so that libjq's aborts and
// output stay there. Ends with its owner.
class JqProcess {
public:
  // Fails with an internal error if no process can be started.
  [[nodiscard]] static Result<std::unique_ptr<JqProcess>>
  start(const JqLibrary& jq, const std::string& program, SayLine say) {
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

  JqProcess(const JqProcess&) = delete;
  JqProcess& operator=(const JqProcess&) = delete;
  ~JqProcess() {
    if (has_ended_) return;
    channel_.end();
    child_.signal(SIGKILL);
    child_.wait();
  }

  bool send(std::string_view json) const { return channel_.send(JqWord::text, json); }

  // Waits for the next message, and passes on each line that the process writes meanwhile. Nothing
  // if it has ended.
  [[nodiscard]] std::optional<JqMessage> receive() {
    while (!wait_for_message())
      continue;
    auto message = channel_.receive();
    const bool goes_on = message && message->word == JqWord::result;
    if (!goes_on) say_rest();
    return message;
  }

  // Returns how a process ended that sends no more messages, for people: "libjq crashed (Aborted)".
  [[nodiscard]] std::optional<std::string> crash() {
    if (std::exchange(has_ended_, true)) return std::nullopt;
    const int status = child_.wait();
    if (WIFSIGNALED(status))
      return fmt::format("libjq crashed ({})", ::strsignal(WTERMSIG(status)));
    const int code = WEXITSTATUS(status);
    if (code == 0 || code == channel_broke) return std::nullopt;
    return fmt::format("libjq exited with status {}", code);
  }

private:
  JqProcess(Child child, Descriptor said, JqChannel channel, SayLine say)
      : child_(child), said_(std::move(said)), channel_(std::move(channel)), say_(std::move(say)) {}

  // Waits; returns whether a message or the end of the channel is available, rather than other
  // output.
  bool wait_for_message() {
    std::array<pollfd, 2> ends{pollfd{channel_.socket(), POLLIN, 0},
                               pollfd{said_.get(), POLLIN, 0}};
    // A signal interrupts it; of any other failure, reading from the channel tells the reason.
    if (::poll(ends.data(), ends.size(), -1) < 0) return errno != EINTR;
    if ((ends[1].revents & POLLIN) != 0) read_said();
    return ends[0].revents != 0;
  }

  // Reads what the process has written beside its messages. Returns whether there was anything.
  bool read_said() {
    if (!read_available(said_, line_)) return false;
    for (auto end = line_.find('\n'); end != std::string::npos; end = line_.find('\n')) {
      const auto line = std::string_view(line_).substr(0, end);
      // What glibc says before it aborts a process: "mrctl: FILE:LINE: FUNCTION: Assertion `…'
      // failed." The failure tells the same for people.
      const bool is_assertion =
          line.find(": Assertion `") != line.npos && line.ends_with("' failed.");
      if (!is_assertion) say_(line);
      line_.erase(0, end + 1);
    }
    line_.resize(std::min(line_.size(), longest_line));
    return true;
  }

  void say_rest() {
    while (read_said())
      continue;
    if (!line_.empty()) say_(line_);
    line_.clear();
  }

  Child child_;
  bool has_ended_ = false; // and was waited for
  Descriptor said_;        // what it writes to its descriptors 1 and 2
  JqChannel channel_;
  SayLine say_;
  std::string line_; // the part read so far
};

namespace {

constexpr std::size_t mebibyte = 1U << 20U;

// A program that jq refuses, or that fails on the result, and the words of jq: "syntax error,
// unexpected $end (Unix shell quoting issues?)", "Cannot index array with string".
struct FailedProgram {
  enum class Place : std::uint8_t { program, result };

  Place place;
  std::string_view program;
  std::string_view words;

  [[nodiscard]] bool is_at(Place other) const { return place == other; }
  [[nodiscard]] bool says(std::string_view part) const { return words.find(part) != words.npos; }
  [[nodiscard]] bool has(std::string_view part) const { return program.find(part) != program.npos; }
};

using Failed = const FailedProgram&;
using While = FailedProgram::Place;

constexpr std::string_view not_defined = "/0 is not defined";

std::string on_undefined_word(Failed failed) {
  auto word = failed.words.substr(0, failed.words.find(not_defined));
  word.remove_prefix(word.rfind(' ') + 1);
  return failed.program.starts_with(word)
             ? fmt::format("a path begins with a dot: --jq '.{}'", failed.program)
             : fmt::format(R"(put a text in double quotes, "{0}"; a path begins with a dot, .{0})",
                           word);
}

std::string on_foreign_sign(Failed failed) {
  for (const auto& [sign, word] : {std::pair("&&", "and"), std::pair("||", "or")})
    if (failed.has(sign)) return fmt::format("write '{}' in place of '{}'", word, sign);
  return {};
}

std::string on_end(Failed failed) {
  const auto shown = trimmed(failed.program, any_white_space);
  return shown.ends_with(',') || shown.ends_with('|')
             ? fmt::format("the program ends with '{}': leave it out", shown.back())
             : std::string();
}

constexpr std::array<Slip<FailedProgram>, 9> slips_of_programs{{
    {While::program, [](Failed failed) { return failed.program.starts_with('$'); },
     [](Failed) { // as in JSONPath
       return std::string("a path begins with a dot, not with '$': --jq '.endpoints[].tag'");
     }},
    {While::program, [](Failed failed) { return failed.says(not_defined); }, on_undefined_word},
    {While::program, nullptr, on_foreign_sign},
    {While::program, [](Failed failed) { return failed.has("'"); },
     [](Failed) {
       return std::string(
           R"(texts in the program have double quotes: --jq '.endpoints[] | select(.tag == "…")')");
     }},
    {While::program, nullptr, on_end},
    {While::program, [](Failed failed) { return failed.says("Unix shell quoting issues"); },
     [](Failed) {
       return std::string("put the program in single quotes: --jq '.endpoints[].tag'");
     }},
    {While::result, [](Failed failed) { return failed.says("Cannot index object with number"); },
     [](Failed) { return std::string("the result is one object, not an array: leave out '[0]'"); }},
    {While::result, [](Failed failed) { return failed.says("is not a valid format"); },
     [](Failed) { // "@prog.jq"
       return std::string(
           "'@' names a format; to read the program from a file: --jq \"$(cat FILE)\"");
     }},
    {While::result,
     [](Failed failed) {
       return (failed.says("cannot be ") || failed.says("Cannot use") || failed.says("memory")) &&
              !failed.says("iterate");
     },
     [](Failed) {
       return std::string("prices are texts: calculate with (.pricing.prompt | tonumber), and join "
                          "texts with tostring");
     }},
}};
static_assert(cover_places(slips_of_programs, While::result));

Error does_not_compile(const std::string& program, std::string words) {
  auto hint = answer_to(FailedProgram{While::program, program, words}, slips_of_programs);
  words.resize(std::min(words.find('\n'), words.size()));
  for (const auto& row : rewordings())
    if (const auto at = words.find(row.words); row.library == Library::jq && at != words.npos)
      words.replace(at, row.words.size(), row.message);
  while (words.ends_with(':') || words.ends_with(' '))
    words.pop_back();
  return Error::usage(fmt::format("--jq does not compile: {}", words), std::move(hint));
}

Error fails_on_data(std::string_view words) {
  return Error::unexpected_response(
      fmt::format("--jq failed on the result: {}", words),
      answer_to(FailedProgram{While::result, {}, words}, slips_of_programs));
}

Error broken_channel() {
  return Error::internal("the connection to the --jq process broke");
}

// Returns the error that the last message reports.
Error failure_in(const std::optional<JqMessage>& last, JqProcess& process, std::size_t text_size) {
  if (!last) {
    const auto crash = process.crash();
    return crash ? fails_on_data(*crash) : broken_channel();
  }
  if (last->word == JqWord::failed) return fails_on_data(last->text);
  return fails_on_data(
      fmt::format("it needs more than {} MiB of memory", memory_of_filter(text_size) / mebibyte));
}

} // namespace

Result<OpenedLibrary> describe_jq() {
  TRY_ASSIGN(const auto jq, open_jq());
  OpenedLibrary library;
  library.path = shared_library_path(reinterpret_cast<const void*>(jq.init));
  return library;
}

void JqProgram::End::operator()(JqProcess* process) const {
  delete process;
}

Result<JqProgram> JqProgram::compile(const std::string& text, SayLine say) {
  // Only jq 1.6 takes it for '.'.
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    return fail(Error::usage("--jq has an empty program", "use --jq . to print the whole result"));
  TRY_ASSIGN(const auto jq, open_jq());
  TRY_ASSIGN(auto process, JqProcess::start(jq, text, std::move(say)));
  const auto verdict = process->receive();
  if (!verdict) {
    auto crash = process->crash();
    return fail(crash ? does_not_compile(text, *std::move(crash)) : broken_channel());
  }
  if (verdict->word == JqWord::refused) return fail(does_not_compile(text, verdict->text));
  if (verdict->word != JqWord::ready)
    return fail(does_not_compile(text, "it needs too much memory"));
  return JqProgram(std::unique_ptr<JqProcess, End>(process.release()));
}

Result<std::vector<std::string>> JqProgram::run(std::string_view json) {
  process_->send(json);
  std::vector<std::string> results;
  std::size_t size = 0;
  // More output suggests an endless program. The results and the text made from them are in memory
  // together, and must fit the limit for an answer.
  const auto most = 8 * mebibyte + 4 * json.size();
  auto message = process_->receive();
  for (; message && message->word == JqWord::result; message = process_->receive()) {
    results.push_back(std::move(message->text));
    size += results.back().size() + sizeof(std::string);
    if (size > most)
      return fail(fails_on_data(fmt::format("it produces more than {} MiB", most / mebibyte)));
  }
  if (message && message->word == JqWord::done) return results;
  return fail(failure_in(message, *process_, json.size()));
}

} // namespace mrctl::filter
