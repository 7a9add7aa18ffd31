#include "mrctl/app/run.hpp"

#include "unit/base/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <vector>

using namespace mrctl;
using namespace mrctl::app;

namespace {

// A process without a network: what it wrote, and how its standard output behaves.
struct Desk {
  World world;
  std::string out;
  std::string err;
  int failure_of_out = 0;
  int writes = 0;

  Desk() {
    world.environment.variables = {{"HOME", "/nowhere"}};
    world.out = [this](std::string_view text) {
      ++writes;
      if (failure_of_out == 0) out += text;
      return failure_of_out;
    };
    world.err = [this](std::string_view text) { return err += text, 0; };
    world.read_input = []() -> Result<std::string> { return "model: acme/tiny\n"; };
  }

  int run(const std::vector<std::string>& arguments) { return app::run(arguments, world); }
  [[nodiscard]] bool says(std::string_view part) const { return err.find(part) != err.npos; }
};

int code_of(ErrorKind kind) {
  return exit_code_of(kind).code;
}

} // namespace

TEST_CASE("a command line without words is an error in a script, and short help on a terminal") {
  Desk desk;
  CHECK(desk.run({}) == code_of(ErrorKind::usage));
  CHECK(desk.out.empty());
  desk.world.output_is_terminal = true;
  CHECK(desk.run({}) == exit_success);
  CHECK(desk.out.find("preset") != std::string::npos);
}

TEST_CASE("what becomes of a result that cannot be written depends on why") {
  struct Row {
    int error;
    int code;
    bool is_told;
  };
  for (const auto& row : {Row{EPIPE, exit_success, false}, Row{EINTR, exit_success, false},
                          Row{ENOSPC, code_of(ErrorKind::internal), true},
                          Row{EIO, code_of(ErrorKind::internal), true}}) {
    for (const auto& line :
         {std::vector<std::string>{"help", "output"}, std::vector<std::string>{"schema", "preset"},
          std::vector<std::string>{"--version"}}) {
      Desk desk;
      desk.failure_of_out = row.error;
      CAPTURE(line.front());
      CHECK(desk.run(line) == row.code);
      CHECK(desk.says("standard output") == row.is_told);
      CHECK(desk.writes == 1);
    }
  }
}

TEST_CASE("a failure that the system reports late counts, unless the result failed before") {
  Desk desk;
  desk.world.flush_out = [] { return EDQUOT; };
  CHECK(desk.run({"schema", "preset"}) == code_of(ErrorKind::internal));
  CHECK(desk.says("Disk quota exceeded"));
  desk.err.clear();
  desk.failure_of_out = EPIPE;
  CHECK(desk.run({"schema", "preset"}) == exit_success);
  CHECK(desk.err.empty());
}

TEST_CASE("a failed result keeps the code of a failed command") {
  Desk desk;
  desk.world.read_input = []() -> Result<std::string> { return "temperature: 9\n"; };
  CHECK(desk.run({"preset", "lint", "-"}) == code_of(ErrorKind::validation));
  desk.failure_of_out = ENOSPC;
  CHECK(desk.run({"preset", "lint", "-"}) == code_of(ErrorKind::internal));
}

TEST_CASE("errors are JSON on a pipe if the result is, and for people on a terminal") {
  struct Row {
    std::vector<std::string> flags;
    bool on_terminal;
    bool is_json;
  };
  for (const auto& row : {Row{{"-o", "json"}, false, true}, Row{{"-o", "json"}, true, false},
                          Row{{"-o", "jsonl"}, false, true}, Row{{"-o", "table"}, false, false},
                          Row{{"-o", "json", "--error-format", "text"}, false, false},
                          Row{{"--error-format", "json"}, true, true}}) {
    Desk desk;
    desk.world.error_is_terminal = row.on_terminal;
    auto line = std::vector<std::string>{"endpoints", "list"};
    line.insert(line.end(), row.flags.begin(), row.flags.end());
    CHECK(desk.run(line) == code_of(ErrorKind::usage));
    CHECK(desk.err.starts_with("{\"error\":") == row.is_json);
  }
}

TEST_CASE("an argument that looks like a secret is in no message") {
  Desk desk;
  CHECK(desk.run({"preset", "get", "sk-a1b2c3d4e5f6g7h8i9j0", "more", "words"}) != exit_success);
  CHECK_FALSE(desk.err.empty());
  CHECK_FALSE(desk.says("a1b2c3d4e5f6g7h8i9j0"));
}

TEST_CASE("somebody at a terminal is told that input is read, unless it is a quiet run") {
  Desk desk;
  desk.world.input_is_terminal = desk.world.error_is_terminal = true;
  CHECK(desk.run({"preset", "lint", "-"}) == exit_success);
  CHECK(desk.says("Ctrl-D"));
  desk.err.clear();
  CHECK(desk.run({"preset", "lint", "-", "-q"}) == exit_success);
  CHECK_FALSE(desk.says("Ctrl-D"));
}

TEST_CASE("a text in the place of a file's name is told as such") {
  Desk desk;
  for (const auto* file : {"@[1]", "@missing.json"}) {
    desk.err.clear();
    CHECK(desk.run({"preset", "create", "a", "--dry-run", "--provider", file}) ==
          code_of(ErrorKind::usage));
    CHECK(desk.says("this is a text") == (file[1] == '['));
  }
}

TEST_CASE("help on a command comes instead of its run, and is as wide as the terminal") {
  Desk desk;
  desk.world.terminal_width = 50; // with a pager in between, output is no terminal
  CHECK(desk.run({"preset", "apply", "--help"}) == exit_success);
  std::size_t widest = 0;
  for (std::size_t begin = 0; begin < desk.out.size();) {
    const auto end = desk.out.find('\n', begin);
    widest = std::max(widest, end - begin);
    begin = end + 1;
  }
  CHECK(widest > 30);
  CHECK(widest <= 100); // examples are not cut
  CHECK(desk.err.empty());
  CHECK(desk.run({"preset", "--help"}) == exit_success);
  CHECK(desk.run({"help", "xyzzy", "--help"}) == code_of(ErrorKind::usage));
}

TEST_CASE("a shell that completes a line gets words, and never a failure") {
  Desk desk;
  CHECK(desk.run({"__complete", "--", "preset", "cr"}) == exit_success);
  CHECK(desk.out.find("create") != std::string::npos);
  for (const auto& line :
       {std::vector<std::string>{"__complete"}, std::vector<std::string>{"__complete", "--"},
        std::vector<std::string>{"__complete", "--", "nonsense", "--x", ""},
        std::vector<std::string>{"__complete", "--", "config", "get", "\xff"}})
    CHECK(desk.run(line) == exit_success);
  desk.failure_of_out = EPIPE;
  CHECK(desk.run({"__complete", "--", ""}) == exit_success);
  CHECK(desk.err.empty());
}

TEST_CASE("a key in a file of settings is in no warning and no error") {
  const TemporaryFolder folder;
  const auto file = folder.write(
      "config.toml", "[profiles.default]\napi_key = \"sk-a1b2c3d4e5f6g7h8i9j0\"\nretries = 1\n");
  Desk desk;
  for (const auto& line : {std::vector<std::string>{"config", "list", "--config", file},
                           std::vector<std::string>{"endpoints", "list", "a/b", "--config", file}})
    desk.run(line);
  CHECK(desk.says("api_key"));
  CHECK_FALSE(desk.says("a1b2c3d4e5f6g7h8i9j0"));
}

TEST_CASE("a report that cannot be written fails a run that succeeded, and the result stays") {
  const TemporaryFolder folder;
  Desk desk;
  CHECK(desk.run({"preset", "lint", "-", "-o", "json", "--report",
                  "junit=" + (folder / "missing/report.xml")}) == code_of(ErrorKind::internal));
  CHECK_FALSE(desk.out.empty());
  CHECK(desk.says("missing/report.xml"));
}
