#include "mrctl/commands/wanted.hpp"
#include "mrctl/spec/invocation.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <vector>

using namespace mrctl;
using namespace mrctl::commands;

namespace {

using Line = std::vector<std::string>;

enum class Goes { to_a_pipe, to_a_terminal };

// What a command line means where MRCTL_OUTPUT is csv.
struct Meaning {
  Format format;
  std::string refusal; // empty if there is none
};

Meaning meaning_of(const Line& line, Goes goes) {
  const auto invocation = spec::parse(line);
  REQUIRE(invocation.has_value());
  const config::Environment environment{{{"MRCTL_OUTPUT", "csv"}}};
  const auto wanted =
      wanted_of(*invocation, config::load(invocation->settings, environment).value(),
                {.target = {.is_terminal = goes == Goes::to_a_terminal}});
  return wanted ? Meaning{wanted->target.format, ""} : Meaning{{}, wanted.error().message};
}

Format on_a_pipe(const Line& line) {
  return meaning_of(line, Goes::to_a_pipe).format;
}

Format on_a_terminal(const Line& line) {
  return meaning_of(line, Goes::to_a_terminal).format;
}

std::string refusal_of(const Line& line) {
  return meaning_of(line, Goes::to_a_pipe).refusal;
}

} // namespace

TEST_CASE(
    "the format is that of the command's row on a pipe, and the configured one on a terminal") {
  CHECK(on_a_pipe({"byok", "get", "1"}) == Format::json);
  CHECK(on_a_pipe({"api", "GET", "/x"}) == Format::raw);
  CHECK(on_a_pipe({"preset", "plan", "a"}) == Format::table);
  CHECK(on_a_terminal({"byok", "get", "1"}) == Format::csv);
  CHECK(on_a_terminal({"api", "GET", "/x"}) == Format::csv);
  CHECK(on_a_terminal({"preset", "plan", "a"}) == Format::csv);
}

TEST_CASE("a text for people and scripts alike is in no configured format") {
  CHECK(on_a_terminal({"config", "path"}) == Format::table);
  CHECK(on_a_terminal({"completion", "bash"}) == Format::table);
  CHECK(on_a_pipe({"config", "path"}) == Format::table);
  CHECK(on_a_pipe({"config", "path", "-o", "json"}) == Format::json);
}

TEST_CASE("--output decides over the flags that imply a format, and --jq over --output") {
  const Line list{"endpoints", "list", "a/b", "--wide"};
  CHECK(on_a_pipe(list) == Format::wide);
  CHECK(on_a_terminal(list) == Format::wide);
  auto line = list;
  line.insert(line.end(), {"-o", "yaml"});
  CHECK(on_a_pipe(line) == Format::yaml);
  line.insert(line.end(), {"--jq", "."});
  CHECK(on_a_pipe(line) == Format::json);
}

TEST_CASE("a flag with a value implies a format with this value only") {
  CHECK(on_a_pipe({"endpoints", "list", "--columns", "help"}) == Format::table);
  CHECK(on_a_pipe({"endpoints", "list", "a/b", "--columns", "tag"}) == Format::table);
}

TEST_CASE("a command refuses formats of the result and of reports") {
  const std::string why = "-o raw prints the service's response, but a comparison has none";
  CHECK(refusal_of({"endpoints", "diff", "a", "-o", "raw"}) == why);
  CHECK(refusal_of({"endpoints", "diff", "a", "--report", "raw=f"}) == why);
  CHECK(refusal_of({"endpoints", "diff", "a", "--report", "csv=f"}).empty());
}

TEST_CASE("a flag refuses formats if it is given") {
  CHECK(!refusal_of({"endpoints", "list", "--columns", "help", "-o", "raw"}).empty());
  CHECK(refusal_of({"endpoints", "list", "a/b", "--columns", "tag", "-o", "raw"}).empty());
}

TEST_CASE("a summary has the requirements of Markdown") {
  CHECK(refusal_of({"schema", "--summary", "f"}) ==
        "-o markdown is for records, but a schema is one document");
}
