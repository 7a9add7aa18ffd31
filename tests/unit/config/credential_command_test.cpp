#include "mrctl/base/text.hpp"
#include "mrctl/config/key.hpp"

#include "unit/base/temporary_folder.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <chrono>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using mrctl::config::Environment;
using mrctl::config::run_credential_command;

namespace {

const Environment given_environment{{{"PATH", "/usr/bin:/bin"}, {"MARK", "given"}}};

// Runs a shell script from a file, as a user's helper would be.
mrctl::Result<std::string> run(const TemporaryFolder& folder, std::string_view script,
                               mrctl::Duration limit = std::chrono::seconds(10)) {
  const auto path = folder.write("helper", "#!/bin/sh\n" + std::string(script) + "\n", 0700);
  const std::vector<std::string> command{path, "an argument", "$MARK"};
  return run_credential_command(command, given_environment, limit);
}

std::string failure_of(const TemporaryFolder& folder, std::string_view script,
                       mrctl::Duration limit = std::chrono::seconds(10)) {
  const auto result = run(folder, script, limit);
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().kind == mrctl::ErrorKind::unauthorized);
  const auto begin = "credential_command " + (folder / "helper") + " ";
  REQUIRE(result.error().message.starts_with(begin));
  return result.error().message.substr(begin.size());
}

// Returns whether everything that has the pipe open for writing ends within two seconds.
bool is_hung_up(int pipe) {
  pollfd end{pipe, POLLIN, 0};
  return ::poll(&end, 1, 2000) == 1 && (end.revents & POLLHUP) != 0;
}

} // namespace

TEST_CASE("what the command writes is returned, its standard error is not") {
  const TemporaryFolder folder;
  CHECK(run(folder, "echo sk-mgmt-test-0000; echo noise >&2") == "sk-mgmt-test-0000\n");
}

TEST_CASE("what a failing command says is shown without what may be a key") {
  const TemporaryFolder folder;
  struct Row {
    const char* script;
    const char* failure;
  };
  for (const Row& row : {
           Row{"echo 'no key for router/management, see pass(1)' >&2; exit 1",
               "exited with status 1: no key for router/management, see pass(1)"},
           Row{"echo 'refused: sk-mgmt-test-0000 (old)' >&2; exit 1",
               "exited with status 1: refused: [redacted] (old)"},
           Row{"echo 'refused: abcdefghijklmno1' >&2; exit 1",
               "exited with status 1: refused: [redacted]"},
           Row{"echo 'Basic dXNlcjpzay1tZ210LXRlc3QtMDAwMA==' >&2; exit 1",
               "exited with status 1: Basic [redacted]"},
           Row{"echo short/key; echo 'short/key is of no use' >&2; exit 1",
               "exited with status 1: [redacted] is of no use"},
           Row{"printf 'x%.0s' $(seq 290) >&2; echo ' sk-mgmt-test-0000' >&2; exit 1", nullptr},
       }) {
    CAPTURE(row.script);
    const auto failure = failure_of(folder, row.script);
    if (row.failure != nullptr) CHECK(failure == row.failure);
    CHECK(failure.find("sk-mgm") == std::string::npos);
  }
}

TEST_CASE("arguments reach the command as they are, and no shell sees them") {
  const TemporaryFolder folder;
  CHECK(run(folder, "printf '%s|' \"$@\"") == "an argument|$MARK|");
}

TEST_CASE("the command has the environment that the process was given and an empty input") {
  const TemporaryFolder folder;
  CHECK(run(folder, "cat; printf %s \"$MARK\"") == "given");
}

TEST_CASE("a failing command is refused with its status and what it said, in one line") {
  const TemporaryFolder folder;
  CHECK(failure_of(folder, "echo sk-mgmt-test-0000; echo 'no such entry' >&2; exit 3") ==
        "exited with status 3: no such entry");
  CHECK(failure_of(folder, "exit 1") == "exited with status 1");
  CHECK(failure_of(folder, "printf 'a\\n\\nb\\nc\\nd\\n' >&2; exit 1") ==
        "exited with status 1: a | b | c");
  CHECK(failure_of(folder, "kill -9 $$") == "was killed by signal 9");
}

TEST_CASE("a command that says very much is shown in part") {
  const TemporaryFolder folder;
  const auto failure =
      failure_of(folder, "head -c 3000000 /dev/zero | tr '\\0' x >&2; echo key; exit 1");
  CHECK(failure.size() < 400);
  CHECK(failure.starts_with("exited with status 1: xxx"));
}

TEST_CASE("half a key at the end of what a command said is not shown") {
  const TemporaryFolder folder;
  CHECK(failure_of(folder, "head -c 65529 /dev/zero | tr '\\0' '\\n' >&2; "
                           "echo sk-mgmt-test-0000 >&2; exit 1") == "exited with status 1");
}

TEST_CASE("what a command said is cut between characters") {
  const TemporaryFolder folder;
  for (const auto* begin : {"a", "ab"})
    CHECK(!mrctl::find_invalid_utf8(failure_of(
        folder,
        fmt::format("printf {} >&2; yes ü | head -n 400 | tr -d '\\n' >&2; exit 1", begin))));
}

TEST_CASE("a command that fills both pipes at once does not block") {
  const TemporaryFolder folder;
  const auto result = run(folder, "head -c 2000000 /dev/zero >&2; head -c 60000 /dev/zero");
  REQUIRE(result.has_value());
  CHECK(result->size() == 60'000);
}

TEST_CASE("64 KiB are a possible key, more are not and are never shown") {
  const TemporaryFolder folder;
  CHECK(run(folder, "head -c 65536 /dev/zero").has_value());
  CHECK(failure_of(folder, "head -c 65537 /dev/zero") == "wrote more than 64 KiB");
  CHECK(failure_of(folder, "yes sk-mgmt-test-0000") == "wrote more than 64 KiB");
}

TEST_CASE("a command beyond the limit is ended with everything that it started") {
  const TemporaryFolder folder;
  const auto pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  const auto begin = std::chrono::steady_clock::now();
  CHECK(failure_of(folder, "sleep 300 > " + pipe + " & wait", std::chrono::milliseconds(300)) ==
        "did not end within 300ms");
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(100));
  CHECK(is_hung_up(reader));
  ::close(reader);
}

TEST_CASE("a command that closes its output and goes on is bound by the limit too") {
  const TemporaryFolder folder;
  CHECK(failure_of(folder, "exec >&- 2>&-; sleep 60", std::chrono::milliseconds(200)) ==
        "did not end within 200ms");
}

TEST_CASE("an agent that the command leaves running does not hold it up") {
  const TemporaryFolder folder;
  const auto pipe = folder / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const int writer = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC);
  CHECK(run(folder, "exec 3< " + pipe + "; cat <&3 & echo sk-mgmt-test-0000") ==
        "sk-mgmt-test-0000\n");
  ::close(writer); // the agent ends now
}

TEST_CASE("a command that cannot be started is refused") {
  const std::vector<std::string> missing{"mrctl-no-such-helper"};
  const auto result = run_credential_command(missing, given_environment);
  REQUIRE_FALSE(result.has_value());
  CHECK(result.error().kind == mrctl::ErrorKind::unauthorized);
  CHECK(result.error().message ==
        "credential_command mrctl-no-such-helper could not be started: No such file or directory");
  CHECK_FALSE(run_credential_command({}, given_environment).has_value());
}
