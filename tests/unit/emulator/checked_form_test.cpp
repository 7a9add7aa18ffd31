#include "mrctl/emulator/body_schema.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl;
using namespace mrctl::emulator;

namespace {

BodyProblem problem_in(const std::string& body) {
  auto value = parse_json(body, Reading::strict);
  REQUIRE(value);
  return check_body(*value).value_or(BodyProblem{"", "nothing"});
}

} // namespace

TEST_CASE("of countless wrong messages the first is told") {
  std::string messages = "1";
  for (int i = 0; i < 20'000; ++i)
    messages += ",1";
  CHECK(problem_in(R"({"messages":[)" + messages + "]}").path == "/messages/0");
}

TEST_CASE("a large body is judged as a whole, and its beginning in detail") {
  const std::string right = R"({"role":"user","content":"x"})";
  std::string many = right;
  for (int i = 0; i < 10'000; ++i)
    many += "," + right;
  CHECK(problem_in(R"({"messages":[)" + many + R"(],"unknown":[)" + many + "]}").message ==
        "nothing");
  CHECK(problem_in(R"({"unknown":[)" + many + R"(],"top_p":9})").path == "/top_p");
  CHECK(problem_in(R"({"messages":[)" + many + R"(],"top_p":9})").path == "/top_p");
  const auto problem = problem_in(R"({"messages":[)" + many + ",1]}");
  CHECK(problem.path.empty());
  CHECK(problem.message == "is invalid, but not in its first 20000 values");
}
