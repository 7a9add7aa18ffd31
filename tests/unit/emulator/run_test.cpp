#include "mrctl/base/list.hpp"
#include "mrctl/emulator/presets.hpp"
#include "mrctl/emulator/run.hpp"

#include "client.hpp"

#include <doctest/doctest.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace mrctl;
using namespace mrctl::emulator;

namespace {

struct Pipe {
  Pipe() { REQUIRE(::pipe(ends.data()) == 0); }
  std::array<int, 2> ends{};
};

// run() in a process of its own, with its streams in our hands.
class Program {
public:
  explicit Program(std::vector<std::string> words, int ignored = 0) {
    std::cout.flush(); // else the child would print it again
    process_ = fork();
    if (process_ != 0) {
      ::close(out_.ends[1]);
      ::close(err_.ends[1]);
      return;
    }
    ::dup2(out_.ends[1], STDOUT_FILENO);
    ::dup2(err_.ends[1], STDERR_FILENO);
    for (const int end : {out_.ends[0], out_.ends[1], err_.ends[0], err_.ends[1]})
      ::close(end);
    for (const int number : {SIGINT, SIGTERM, SIGHUP})
      std::signal(number, number == ignored ? SIG_IGN : SIG_DFL);
    words.insert(words.begin(), "emulator");
    const int code = run(words);
    std::fflush(nullptr);
    _exit(code);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() {
    ::close(out_.ends[0]);
    ::close(err_.ends[0]);
  }

  [[nodiscard]] std::string read_line() const {
    std::string line;
    for (char c = 0; ::read(out_.ends[0], &c, 1) == 1 && c != '\n';)
      line += c;
    return line;
  }
  void signal(int number) const { ::kill(process_, number); }
  [[nodiscard]] std::string id() const { return std::to_string(process_); }
  [[nodiscard]] std::string rest_of_stdout() const { return rest_of(out_.ends[0]); }
  [[nodiscard]] std::string stderr_text() const { return rest_of(err_.ends[0]); }
  [[nodiscard]] int exit_code() const {
    int status = 0;
    REQUIRE(::waitpid(process_, &status, 0) == process_);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

private:
  static std::string rest_of(int end) {
    std::string text;
    for (char c = 0; ::read(end, &c, 1) == 1;)
      text += c;
    return text;
  }
  Pipe out_;
  Pipe err_;
  pid_t process_ = 0;
};

using Words = std::vector<std::string>;

Words script(const std::string& text) {
  return {"exec", "--", "sh", "-c", text};
}

std::string after(const std::string& text, const std::string& prefix) {
  REQUIRE_MESSAGE(text.starts_with(prefix), text);
  return text.substr(prefix.size());
}

} // namespace

TEST_CASE("serve prints variables for the shell, answers, logs and ends on SIGTERM") {
  const Program program({"serve", "--listen", "127.0.0.1:0", "--log"});
  const auto url = after(program.read_line(), "export MRCTL_BASE_URL=");
  CHECK(program.read_line() == "export MRCTL_API_KEY=" + Keys{}.management);
  CHECK(program.read_line().starts_with("export MRCTL_STATE=/"));
  CHECK(program.read_line() == "export MRCTL_EMULATOR_PID=" + program.id());
  CHECK(url.ends_with("/api/v1"));
  const RawClient client(port_in(url));
  CHECK(client.ask(text_of("GET", "/byok/1?key=hidden", {}, "sk-hidden")).status == 401);
  program.signal(SIGTERM);
  CHECK(program.rest_of_stdout().empty());
  const auto log = "\n" + program.stderr_text(); // the request may be logged before the note
  CHECK(log.find("\nGET /api/v1/byok/1 401 ") != std::string::npos);
  CHECK(log.find("hidden") == std::string::npos);
  CHECK(program.exit_code() == 0);
}

TEST_CASE("serve says how to stop it, and that it outlives the shell") {
  const auto note_of = [](const Words& more, int ignored) {
    Words words{"serve", "--listen", "127.0.0.1:0"};
    append(words, more);
    const Program program(words, ignored);
    (void)program.rest_of_stdout();
    program.signal(SIGTERM);
    auto note = program.stderr_text();
    if (const auto at = note.find(program.id()); at != std::string::npos)
      note.replace(at, program.id().size(), "PID");
    CHECK(program.exit_code() == 0);
    return note;
  };
  CHECK(note_of({}, 0) == "mrctl: note: the emulator runs until you press Ctrl-C or run 'kill "
                          "PID',\n  even after this shell exits\n");
  CHECK(note_of({}, SIGINT) == "mrctl: note: the emulator runs until you run 'kill PID',\n"
                               "  even after this shell exits\n");
  CHECK(note_of({"--quiet"}, 0).empty());
}

TEST_CASE("serve ends on SIGINT too") {
  const Program program({"serve", "--listen", "[::1]:0"});
  const auto line = program.read_line();
  if (line.empty()) { // a machine without IPv6
    CHECK(program.stderr_text().find("cannot listen on http://[::1]:0") != std::string::npos);
    return;
  }
  CHECK(line.starts_with("export MRCTL_BASE_URL='http://[::1]:"));
  program.signal(SIGINT);
  CHECK(program.exit_code() == 0);
}

TEST_CASE("serve closes its stdout when it is ready, so that eval goes on") {
  const Program program({"serve", "--listen", "127.0.0.1:0"});
  CHECK(program.rest_of_stdout().ends_with(program.id() + "\n"));
  program.signal(SIGTERM);
  CHECK(program.exit_code() == 0);
}

TEST_CASE("serve keeps a signal ignored that was ignored before") {
  const Program program({"serve", "--listen", "127.0.0.1:0", "--latency", "100ms", "--log"},
                        SIGHUP);
  const auto url = after(program.read_line(), "export MRCTL_BASE_URL=");
  program.signal(SIGHUP);
  for (int i = 0; i < 2; ++i) { // a server that ends would refuse the second connection
    const RawClient client(port_in(url));
    CHECK(client.ask(text_of("GET", "/nothing")).status == 404);
  }
  program.signal(SIGTERM);
  CHECK(program.exit_code() == 0);
}

TEST_CASE("a key that means something to the shell is quoted") {
  const Program program({"serve", "--listen", "127.0.0.1:0", "--management-key", "a$b'c"});
  (void)program.read_line();
  CHECK(program.read_line() == R"(export MRCTL_API_KEY='a$b'\''c')");
  program.signal(SIGTERM);
  CHECK(program.exit_code() == 0);
}

TEST_CASE("exec gives the command the variables and takes its exit code") {
  const Program program({"exec", "--management-key", "k", "--", "sh", "-c",
                         R"(echo "$MRCTL_BASE_URL $MRCTL_API_KEY $MRCTL_EMULATOR_PID"; exit 7)"});
  const auto line = program.read_line();
  CHECK(line.starts_with("http://127.0.0.1:"));
  CHECK(line.ends_with("/api/v1 k " + program.id()));
  CHECK(program.exit_code() == 7);
}

TEST_CASE("exec replaces variables that are there already") {
  ::setenv("MRCTL_API_KEY", "sk-of-the-user", 1);
  const Program program(script("env | grep -c '^MRCTL_API_KEY='; env | grep -c sk-of-the-user"));
  ::unsetenv("MRCTL_API_KEY");
  CHECK(program.read_line() == "1");
  CHECK(program.read_line() == "0");
  CHECK(program.exit_code() == 1);
}

TEST_CASE("exec tells a signal's end by 128 and its number") {
  CHECK(Program(script("kill -9 $$")).exit_code() == 128 + SIGKILL);
}

TEST_CASE("exec passes SIGTERM on and waits for the command") {
  const Program program(
      script("trap 'echo got it; exit 3' TERM; echo ready; while :; do sleep 0.05; done"));
  CHECK(program.read_line() == "ready");
  program.signal(SIGTERM);
  CHECK(program.read_line() == "got it");
  CHECK(program.exit_code() == 3);
}

TEST_CASE("exec does not hold signals back from the command") {
  CHECK(Program(script("kill -TERM $$; sleep 5")).exit_code() == 128 + SIGTERM);
}

TEST_CASE("a latency of minutes is noted, since a number alone is seconds") {
  CHECK(Program({"exec", "--latency", "300", "--", "true"}).stderr_text() ==
        "mrctl: note: each answer waits 300 s; for milliseconds, write 300ms\n");
  CHECK(Program({"exec", "--latency", "300ms", "--", "true"}).stderr_text().empty());
}

TEST_CASE("exec says what it could not run") {
  const Program missing({"exec", "--", "no-such-program-here"});
  CHECK(missing.stderr_text() ==
        "mrctl: cannot run 'no-such-program-here': no folder of PATH has it\n"
        "  hint:  name a program, such as mrctl or bash; for a shell, sh -c 'COMMAND'\n");
  CHECK(missing.exit_code() == 127);
  CHECK(Program({"exec", "--", "/dev/null"}).exit_code() == 126);
}

TEST_CASE("wrong options are told on stderr with exit code 2") {
  const Program program({"serve", "--fault", "GET * = resett"});
  CHECK(program.rest_of_stdout().empty());
  CHECK(program.stderr_text() == "mrctl: fault rule 'GET * = resett', column 9: unknown outcome "
                                 "'resett'\n  hint:  did you mean 'reset'?\n");
  CHECK(program.exit_code() == 2);
  CHECK(Program({"servee"}).exit_code() == 2);
}

TEST_CASE("a catalogue that is missing is told on stderr with exit code 2") {
  const Program program({"serve", "--catalogue", "/no/such/catalogue.json"});
  CHECK(program.stderr_text().find("/no/such/catalogue.json") != std::string::npos);
  CHECK(program.exit_code() == 2);
}
