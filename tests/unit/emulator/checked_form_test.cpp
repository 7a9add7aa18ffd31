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

TEST_CASE("of many wrong messages the first is named") {
  std::string messages = "1";
  for (int i = 0; i < 10'000; ++i)
    messages += ",1";
  CHECK(problem_in(R"({"messages":[)" + messages + "]}").path == "/messages/0");
}

TEST_CASE("a large body is judged as a whole, without the place of what is wrong") {
  const std::string right = R"({"role":"user","content":"x"})";
  std::string many = right;
  for (int i = 0; i < 10'000; ++i)
    many += "," + right;
  CHECK(problem_in(R"({"messages":[)" + many + R"(],"unknown":[)" + many + "]}").message ==
        "nothing");
  const auto problem = problem_in(R"({"messages":[)" + many + ",1]}");
  CHECK(problem.path.empty());
  CHECK(problem.message == "is not valid; up to 20000 values, the answer says where");
}
