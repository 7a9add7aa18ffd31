#include "mrctl/base/child.hpp"

#include <doctest/doctest.h>

#include <cerrno>
#include <poll.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

using namespace mrctl;

namespace {

std::string read_to_end(Descriptor& reader) {
  std::string text;
  while (reader.get() >= 0) {
    pollfd end{reader.get(), POLLIN, 0};
    ::poll(&end, 1, -1);
    read_available(reader, text);
  }
  return text;
}

} // namespace

TEST_CASE("a program gets its arguments, environment and streams, and its end is told once") {
  auto pipe = Pipe::open();
  REQUIRE(pipe);
  const auto child = Child::start({.command = {"sh", "-c", "echo \"$A $1\"; exit 3", "sh", "b"},
                                   .environment = {"A=a", "PATH=/usr/bin:/bin"},
                                   .streams = {0, pipe->writer.get(), 2}});
  REQUIRE(child);
  pipe->writer = Descriptor(-1);
  CHECK(read_to_end(pipe->reader) == "a b\n");
  const int status = child->wait();
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 3);
}

TEST_CASE("a program that is missing is an error number") {
  const auto child = Child::start({.command = {"no-such-program-here"}});
  REQUIRE_FALSE(child);
  CHECK(child.error() == ENOENT);
}

TEST_CASE("a signal reaches the whole group of a program that leads one") {
  auto pipe = Pipe::open();
  REQUIRE(pipe);
  const auto child = Child::start({.command = {"sh", "-c", "sleep 60 & echo; wait"},
                                   .environment = {"PATH=/usr/bin:/bin"},
                                   .streams = {0, pipe->writer.get(), 2},
                                   .leads = mrctl::Leads::group});
  REQUIRE(child);
  pipe->writer = Descriptor(-1);
  CHECK_FALSE(child->ended());
  pollfd end{pipe->reader.get(), POLLIN, 0};
  ::poll(&end, 1, -1);
  child->signal_group(SIGTERM);
  CHECK(read_to_end(pipe->reader) == "\n"); // the end comes when nobody holds the pipe
  CHECK(WTERMSIG(child->wait()) == SIGTERM);
}

TEST_CASE("a copy of this process ends with what its work returns") {
  auto pipe = Pipe::open();
  REQUIRE(pipe);
  const auto child = Child::copy([&] {
    write_whole(pipe->writer.get(), "from the copy");
    return 7;
  });
  REQUIRE(child);
  pipe->writer = Descriptor(-1);
  CHECK(read_to_end(pipe->reader) == "from the copy");
  CHECK(WEXITSTATUS(child->wait()) == 7);
}
