#include "mrctl/filter/jq.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>
#include <sys/resource.h>
#include <vector>

using mrctl::ErrorKind;
using mrctl::filter::JqProgram;

namespace {

using Texts = std::vector<std::string>;

// A sanitizer ends the process in its own way, and takes memory of its own.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool is_sanitized = true;
#elif defined(__has_feature)
constexpr bool is_sanitized = __has_feature(address_sanitizer) != 0;
#else
constexpr bool is_sanitized = false;
#endif

void ignore(std::string_view /*line*/) {}

mrctl::Result<Texts> run(const std::string& program, std::string_view json) {
  auto compiled = JqProgram::compile(program, ignore);
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
}

TEST_CASE("objects keep their order") {
  CHECK(run(".", R"({"b":1,"a":2})") == Texts{R"({"b":1,"a":2})"});
}

TEST_CASE("a program can run again") {
  auto program = JqProgram::compile(".[0]", ignore).value();
  CHECK(program.run("[1]") == Texts{"1"});
  CHECK_FALSE(program.run("{}").has_value());
  CHECK(program.run("[2]") == Texts{"2"});
}

TEST_CASE("a program that does not compile is a usage error in jq's words, with what to write") {
  struct Row {
    const char* program;
    const char* message;
    const char* hint;
  };
  for (const auto& row : {
           Row{".a[", "unexpected end", "single quotes"},
           Row{"nothing(1)", "nothing/1", ""},
           Row{".a | select(.b == acme)", "acme/0", "\"acme\""},
           Row{".a,", "unexpected end", "','"},
           Row{"def f: 1;\nf | $x", "$x is not defined in line 2", ""},
           Row{"import \"no-m\" as m; .", "no-m", ""},
           Row{"include \"no-m\"; .", "no-m", ""},
           Row{".a == 1 && .b == 2", "", "write 'and'"},
           Row{"", "empty", ""},
           Row{"\n\t", "empty", ""},
       }) {
    CAPTURE(std::string(row.program));
    const auto error = failure(row.program);
    CHECK(error.kind == ErrorKind::usage);
    CHECK_MESSAGE(error.message.find(row.message) != std::string::npos, error.message);
    CHECK_MESSAGE(error.hint.find(row.hint) != std::string::npos, error.hint);
  }
  CHECK(failure("nothing(1)").hint.empty());
}

TEST_CASE("a program that fails on the data gives no result at all") {
  struct Row {
    const char* program;
    const char* json;
    const char* message;
  };
  for (const auto& row : {
           Row{".[] | tonumber", R"(["1","x"])", "Invalid numeric literal"},
           Row{"error(\"no\")", "null", ": no"},
           Row{"error({a: 1})", "null", R"({"a":1})"},
           Row{"1, (\"bye\" | halt_error)", "null", ": bye"},
           Row{"input", "null", ": break"},
       }) {
    CAPTURE(std::string(row.program));
    const auto error = failure(row.program, row.json);
    CHECK(error.kind == ErrorKind::unexpected_response);
    CHECK_MESSAGE(error.message.find(row.message) != std::string::npos, error.message);
    CHECK(error.hint.empty());
  }
  CHECK(failure(".a / 2", R"({"a":"0.5"})").hint.find("tonumber") != std::string::npos);
  CHECK(failure("@a.jq").hint.find("$(cat FILE)") != std::string::npos);
}

TEST_CASE("halting ends the results") {
  CHECK(run("1, halt, 2", "null") == Texts{"1"});
}

TEST_CASE("what is not JSON, or deeper than jq goes, is a failure") {
  CHECK(failure(".", "<html>").kind == ErrorKind::unexpected_response);
  const auto deep = std::string(400, '[') + std::string(400, ']');
  CHECK(failure(".", deep).message.find("depth") != std::string::npos);
}

TEST_CASE("numbers are doubles, which jq 1.7 writes as they came where nothing was computed") {
  const auto whole = run(".", "[1.50,1e2,12345678901234567890]").value();
  CHECK((whole == Texts{"[1.5,100,12345678901234567000]"} ||
         whole == Texts{"[1.50,1E+2,12345678901234567890]"}));
  CHECK(run(".[0] + 0, .[1] + 0", "[1.50,1e2]") == Texts{"1.5", "100"});
}

TEST_CASE("what a program writes besides its results comes line by line") {
  Texts said;
  const auto say = [&](std::string_view line) { said.emplace_back(line); };
  auto program = JqProgram::compile(".[] | debug | stderr", say).value();
  CHECK(program.run("[1,\"x\"]") == Texts{"1", "\"x\""});
  CHECK(said.front() == R"(["DEBUG:",1])");
  std::string all;
  for (const auto& line : said)
    all += line;
  CHECK(all.find(R"(["DEBUG:","x"])") != std::string::npos);
  CHECK(all.find('1', all.find(']')) != std::string::npos);
}

TEST_CASE("there is nothing to read but the text itself") {
  CHECK(run("try input catch .", "null") == Texts{"\"break\""});
  CHECK(run("[inputs]", "null") == Texts{"[]"});
  CHECK(run("input_line_number, input_filename", "null") == Texts{"0", "null"});
}

TEST_CASE("a program that crashes libjq fails, and only that" * doctest::skip(is_sanitized)) {
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_STACK, &before) == 0);
  const rlimit little{512 * 1024, before.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_STACK, &little) == 0);
  const auto error = failure("reduce range(40000) as $i (0; [.]) | tojson | length");
  ::setrlimit(RLIMIT_STACK, &before);
  CHECK(error.kind == ErrorKind::unexpected_response);
  CHECK(error.message.find("Segmentation fault") != std::string::npos);
}

TEST_CASE("a program that takes more and more memory fails" * doctest::skip(is_sanitized)) {
  CHECK(failure("[range(1e9)]").message.find("24 MiB") != std::string::npos);
  const auto empty_objects = "[{}" + [] {
    std::string more;
    for (int i = 0; i < 500'000; ++i)
      more += ",{}";
    return more;
  }() + "]";
  CHECK(failure("length", empty_objects).message.find("of memory") != std::string::npos);
}

TEST_CASE("the environment is there but for the home folder and the key") {
  ::setenv("MRCTL_API_KEY", "sk-mgmt-test-0000000000000000f3a1", 1);
  CHECK(run("$ENV.PATH == env.PATH, ($ENV | has(\"PATH\", \"HOME\", \"MRCTL_API_KEY\"))", "null") ==
        Texts{"true", "true", "false", "false"});
  ::unsetenv("MRCTL_API_KEY");
}
