#include "mrctl/body/body.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl;
using namespace mrctl::body;

namespace {

Body body_in(const std::string& path, const std::string& text) {
  auto body = read_body({path}, [&](const std::string& asked) -> Result<std::string> {
    CHECK(asked == path);
    return text;
  });
  REQUIRE(body.has_value());
  return *std::move(body);
}

Problem only_problem(const Body& body) {
  REQUIRE(body.problems.size() == 1);
  return body.problems.front();
}

} // namespace

TEST_CASE("a file is read into a body, and remembered as its source") {
  const auto body = body_in("a.yaml", "model: acme/tiny\n");
  CHECK(dump_json(body.json.value()) == R"({"model":"acme/tiny"})");
  CHECK(body.problems.empty());
  REQUIRE(body.sources.size() == 1);
  CHECK(body.sources[0].flag.empty());
  CHECK(body.sources[0].document->name == "a.yaml");
}

TEST_CASE("standard input has a name that is no path") {
  CHECK(body_in("-", "{}").sources.at(0).document->name == "<stdin>");
  CHECK(name_of_input("-") == "<stdin>");
  CHECK(name_of_input("./-") == "./-");
}

TEST_CASE("a file that cannot be read fails") {
  const auto body = read_body({"a.json"}, [](const std::string&) -> Result<std::string> {
    return fail(Error::usage("cannot read a.json: Permission denied"));
  });
  REQUIRE_FALSE(body.has_value());
  CHECK(body.error().message == "cannot read a.json: Permission denied");
}

TEST_CASE("what is no JSON is the one problem of an empty body") {
  const auto body = body_in("a.json", "{\"model\":\n}");
  CHECK(only_problem(body).rule == "json.syntax");
  CHECK(only_problem(body).place->line == 2);
  CHECK(body.json.text() == "{}");
}

TEST_CASE("what is no object is a problem at its first character") {
  const auto body = body_in("a.json", " [1]");
  const auto problem = only_problem(body);
  CHECK(problem.rule == "body.type");
  CHECK(problem.place->column == 2);
  CHECK(body.json.text() == "{}");
}

TEST_CASE("members without a space behind their colons are written with one") {
  const auto said_of = [](const std::string& text) {
    return only_problem(body_in("a.yaml", text)).suggestion.text;
  };
  CHECK(said_of("model:acme/large\ntemperature:0.2\n")
            .ends_with(": model: acme/large, temperature: 0.2"));
  CHECK(said_of("stop:the end\n").ends_with(": stop: the end"));
  CHECK(said_of("Be brief, model:acme/large\n").find("space") == std::string::npos);
}

TEST_CASE("a byte order mark is a warning, and the body is read") {
  const auto body = body_in("a.json", "\xEF\xBB\xBF{\"model\":\"m\"}");
  CHECK(only_problem(body).rule == "body.byte-order-mark");
  CHECK(only_problem(body).severity == Severity::warning);
  CHECK(body.json.value()["model"] == "m");
}
