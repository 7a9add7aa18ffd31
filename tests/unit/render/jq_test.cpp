#include "mrctl/render/jq.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using mrctl::ErrorKind;
using mrctl::render::JqProgram;

namespace {

using Texts = std::vector<std::string>;

mrctl::Result<Texts> run(const std::string& program, std::string_view json) {
  auto compiled = JqProgram::compile(program);
  if (!compiled) return mrctl::fail(compiled.error());
  return compiled->run(json);
}

mrctl::Error failure(const std::string& program, std::string_view json = "null") {
  const auto results = run(program, json);
  REQUIRE_FALSE(results.has_value());
  return results.error();
}

} // namespace

TEST_CASE("results come in their order, as compact JSON") {
  CHECK(run(".a[]", R"({"a":[1, "x\ny", null, {"b" : [ ] }]})") ==
        Texts{"1", R"("x\ny")", "null", R"({"b":[]})"});
  CHECK(run("empty", "1") == Texts{});
  CHECK(run("", "1") == Texts{"1"});
}

TEST_CASE("objects keep their order") {
  CHECK(run(".", R"({"b":1,"a":2})") == Texts{R"({"b":1,"a":2})"});
}

TEST_CASE("a program can run again") {
  auto program = JqProgram::compile(".[0]").value();
  CHECK(program.run("[1]") == Texts{"1"});
  CHECK_FALSE(program.run("{}").has_value());
  CHECK(program.run("[2]") == Texts{"2"});
}

TEST_CASE("a program that does not compile is a usage error in jq's words") {
  const auto cut = failure(".a[");
  CHECK(cut.kind == ErrorKind::usage);
  CHECK(cut.message == "--jq does not compile: syntax error, unexpected end of the program");
  CHECK(cut.hint == "single quotes keep the shell away from it: --jq '.endpoints[].tag'");
  CHECK(failure("nothing(1)").message == "--jq does not compile: nothing/1 is not defined");
  CHECK(failure("nothing(1)").hint.empty());
  CHECK(failure("def f: 1;\nf | $x").message ==
        "--jq does not compile: $x is not defined in line 2");
}

TEST_CASE("a module that is not there is a usage error") {
  CHECK(failure("import \"no-m\" as m; .").message ==
        "--jq does not compile: module not found: no-m");
  CHECK(failure("include \"no-m\"; .").kind == ErrorKind::usage);
}

TEST_CASE("a program that fails on the data gives no result at all") {
  const auto error = failure(".[] | tonumber", R"(["1","x"])");
  CHECK(error.kind == ErrorKind::unexpected_response);
  CHECK(error.message.starts_with("--jq failed on the result: Invalid numeric literal"));
  CHECK(failure("error(\"no\")").message == "--jq failed on the result: no");
  CHECK(failure("error({a: 1})").message == R"(--jq failed on the result: {"a":1})");
}

TEST_CASE("halting ends the results, and is a failure where it says so") {
  CHECK(run("1, halt, 2", "null") == Texts{"1"});
  CHECK(failure("1, (\"bye\" | halt_error)").message == "--jq failed on the result: bye");
}

TEST_CASE("what is not JSON, or deeper than jq goes, is a failure") {
  CHECK(failure(".", "<html>").kind == ErrorKind::unexpected_response);
  const auto deep = std::string(400, '[') + std::string(400, ']');
  CHECK(failure(".", deep).message.find("depth") != std::string::npos);
}

TEST_CASE("numbers are doubles") {
  CHECK(run(".", "[1.50,1e2,12345678901234567890]") == Texts{"[1.5,100,12345678901234567000]"});
}
