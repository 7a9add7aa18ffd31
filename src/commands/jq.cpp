#include "mrctl/commands/jq.hpp"

#include "mrctl/base/child.hpp"
#include "mrctl/json/text.hpp"
#include "mrctl/json/tokens.hpp"

#include "jq_child.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace mrctl::commands {

namespace {

constexpr std::size_t mebibyte = 1U << 20U;

// More output suggests an endless program. The results and the text made from them are in memory
// together, and must fit the limit for an answer.
std::size_t largest_result(std::size_t text_size) {
  return 8 * mebibyte + 4 * text_size;
}

void replace(std::string& text, std::string_view part, std::string_view replacement) {
  const auto at = text.find(part);
  if (at != std::string::npos) text.replace(at, part.size(), replacement);
}

// jq says "jq: error: syntax error, unexpected $end (Unix shell quoting issues?) at <top-level>,
// line 1:" and, below it, the program.
Error does_not_compile(std::string words) {
  constexpr std::string_view shell_question = " (Unix shell quoting issues?)";
  const bool may_be_the_shell = words.find(shell_question) != std::string::npos;
  words.resize(std::min(words.find('\n'), words.size()));
  replace(words, "jq: error: ", "");
  replace(words, shell_question, "");
  replace(words, " at <top-level>, line 1:", "");
  replace(words, " at <top-level>, line", " in line");
  replace(words, "$end", "end of the program");
  while (words.ends_with(':') || words.ends_with(' '))
    words.pop_back();
  auto error = Error::usage(fmt::format("--jq does not compile: {}", words));
  if (may_be_the_shell) error.hint = "put the program in single quotes: --jq '.endpoints[].tag'";
  return error;
}

Error fails_on_data(std::string_view words) {
  return Error::unexpected_response(fmt::format("--jq failed on the result: {}", words));
}

Error takes_too_much(std::size_t text_size) {
  return fails_on_data(
      fmt::format("it needs more than {} MiB of memory", memory_of_filter(text_size) / mebibyte));
}

// Longer lines are cut: nobody reads them.
constexpr std::size_t longest_line = largest_input;

// What glibc says before it aborts a process: "mrctl: FILE:LINE: FUNCTION: Assertion `…' failed."
// The failure tells the same for people.
bool is_assertion(std::string_view line) {
  return line.find(": Assertion `") != std::string_view::npos && line.ends_with("' failed.");
}

// Reads what is available, and takes the lines that are complete; `rest` is the beginning of the
// next one.
template <class Take>
void take_lines(Descriptor& reader, std::string& rest, Take take) {
  constexpr int most_pieces = 16;
  const auto before = rest.size();
  for (int pieces = 0; pieces < most_pieces && read_available(reader, rest); ++pieces)
    continue;
  std::size_t begin = 0;
  for (auto end = rest.find('\n', before); end != std::string::npos; end = rest.find('\n', begin)) {
    take(std::string_view(rest).substr(begin, end - begin));
    begin = end + 1;
  }
  rest.erase(0, begin);
}

} // namespace

// A separate process that runs one jq program (docs/decisions/0009), so that libjq's aborts and
// output stay there. Ends with its owner.
class JqProcess {
public:
  // Fails with an internal error if no process can be started.
  [[nodiscard]] static Result<std::unique_ptr<JqProcess>>
  start(const JqLibrary& jq, const std::string& program, SayLine say);

  JqProcess(const JqProcess&) = delete;
  JqProcess& operator=(const JqProcess&) = delete;
  ~JqProcess() {
    if (status_) return;
    child_.signal(SIGKILL);
    child_.wait();
  }

  // Waits for the first line; nothing if the process ended without one.
  [[nodiscard]] std::optional<std::string> first_line();

  // Gives the text to the process, and reads its lines to their end. Returns false if they take
  // more than `most` bytes.
  [[nodiscard]] bool run(std::string_view json, std::size_t most);

  [[nodiscard]] std::vector<std::string> take_lines_read() { return std::move(lines_); }

  // Waits for the end of the process. Returns nothing if libjq ended it.
  [[nodiscard]] std::optional<JqEnd> end();

  // Returns how libjq ended it, for people: "libjq crashed (Aborted)".
  [[nodiscard]] std::string ending() const;

private:
  JqProcess(Child child, Pipe text, Pipe lines, Pipe said, SayLine say)
      : child_(child), text_(std::move(text.writer)), line_reader_(std::move(lines.reader)),
        said_reader_(std::move(said.reader)), say_(std::move(say)) {}

  // Returns false at the end of both streams.
  bool read_more();
  void say(std::string_view line) {
    if (!is_assertion(line)) say_(line);
  }

  Child child_;
  Descriptor text_;
  Descriptor line_reader_;
  Descriptor said_reader_; // of what it writes to its descriptors 1 and 2
  SayLine say_;
  std::string line_; // the parts read so far
  std::string said_;
  std::vector<std::string> lines_;
  std::size_t size_ = 0;      // of the lines
  std::optional<int> status_; // once it has ended
};

Result<std::unique_ptr<JqProcess>> JqProcess::start(const JqLibrary& jq, const std::string& program,
                                                    SayLine say) {
  std::array<tl::expected<Pipe, int>, 3> pipes{Pipe::open(), Pipe::open(), Pipe::open()};
  for (const auto& pipe : pipes)
    if (!pipe) return fail(Error::io("cannot start", "the process of --jq", pipe.error()));
  auto& text = *pipes[0];
  auto& lines = *pipes[1];
  auto& said = *pipes[2];
  const auto child = Child::copy([&] {
    for (auto* ours : {&text.writer, &lines.reader, &said.reader})
      *ours = Descriptor(-1);
    ::fcntl(text.reader.get(), F_SETFL, 0); // waits for the text
    ::dup2(::open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
    for (const int number : {STDOUT_FILENO, STDERR_FILENO})
      ::dup2(said.writer.get(), number);
    return static_cast<int>(run_filter(jq, program, text.reader.get(), lines.writer.get()));
  });
  if (!child) return fail(Error::io("cannot start", "the process of --jq", child.error()));
  return std::unique_ptr<JqProcess>(
      new JqProcess(*child, std::move(text), std::move(lines), std::move(said), std::move(say)));
}

bool JqProcess::read_more() {
  if (line_reader_.get() < 0 && said_reader_.get() < 0) return false;
  std::array<pollfd, 2> ends{pollfd{line_reader_.get(), POLLIN, 0},
                             pollfd{said_reader_.get(), POLLIN, 0}};
  if (::poll(ends.data(), ends.size(), -1) < 0) return errno == EINTR;
  take_lines(said_reader_, said_, [&](std::string_view line) { say(line); });
  said_.resize(std::min(said_.size(), longest_line));
  if (said_reader_.get() < 0 && !said_.empty()) say(std::exchange(said_, {}));
  take_lines(line_reader_, line_, [&](std::string_view line) {
    lines_.emplace_back(line);
    size_ += line.size() + sizeof(std::string);
  });
  return true;
}

std::optional<std::string> JqProcess::first_line() {
  while (lines_.empty() && read_more())
    continue;
  if (lines_.empty()) return std::nullopt;
  auto line = std::move(lines_.front());
  lines_.clear();
  size_ = 0;
  return line;
}

bool JqProcess::run(std::string_view json, std::size_t most) {
  write_whole(text_.get(), json); // a process that has ended says so itself
  text_ = Descriptor(-1);
  while (size_ + line_.size() <= most)
    if (!read_more()) return true;
  return false;
}

std::optional<JqEnd> JqProcess::end() {
  while (read_more())
    continue;
  if (!status_) status_ = child_.wait();
  const int code = WIFEXITED(*status_) ? WEXITSTATUS(*status_) : 0;
  const bool is_own =
      code >= static_cast<int>(JqEnd::done) && code <= static_cast<int>(JqEnd::out_of_memory);
  return is_own ? std::optional(static_cast<JqEnd>(code)) : std::nullopt;
}

std::string JqProcess::ending() const {
  if (!status_ || !WIFSIGNALED(*status_)) return "libjq ended";
  return fmt::format("libjq crashed ({})", ::strsignal(WTERMSIG(*status_)));
}

void JqProgram::End::operator()(JqProcess* process) const {
  delete process;
}

Result<JqProgram> JqProgram::compile(const std::string& text, SayLine say) {
  const auto jq = open_jq();
  if (!jq) return fail(jq.error());
  auto started = JqProcess::start(*jq, text, std::move(say));
  if (!started) return fail(std::move(started.error()));
  auto& process = **started;
  const auto line = process.first_line();
  if (line == "true") return JqProgram(std::unique_ptr<JqProcess, End>(started->release()));
  const auto end = process.end();
  if (line && end == JqEnd::refused) return fail(does_not_compile(json_unquoted(*line)));
  if (end == JqEnd::out_of_memory) return fail(does_not_compile("it needs too much memory"));
  return fail(does_not_compile(process.ending()));
}

Result<std::vector<std::string>> JqProgram::run(std::string_view json) {
  const auto most = largest_result(json.size());
  if (!process_->run(json, most))
    return fail(fails_on_data(fmt::format("it produces more than {} MiB", most / mebibyte)));
  const auto end = process_->end();
  auto results = process_->take_lines_read();
  if (end == JqEnd::done) return results;
  if (end == JqEnd::failed && !results.empty())
    return fail(fails_on_data(json_unquoted(results.back())));
  if (end == JqEnd::out_of_memory) return fail(takes_too_much(json.size()));
  return fail(fails_on_data(process_->ending()));
}

} // namespace mrctl::commands
