#include "mrctl/emulator/body_schema.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mrctl;
using namespace mrctl::emulator;

namespace {

std::vector<BodyProblem> problems_of(const std::string& body) {
  auto value = parse_json(body, Reading::strict);
  REQUIRE(value);
  return check_body(*value);
}

std::string paths_in(const std::string& body) {
  std::string out;
  for (const auto& problem : problems_of(body))
    out += (out.empty() ? "" : " ") + problem.path;
  return out;
}

} // namespace

TEST_CASE("countless wrong messages are answered with a hundred places") {
  std::string messages = "1";
  for (int i = 0; i < 20'000; ++i)
    messages += ",1";
  CHECK(problems_of(R"({"messages":[)" + messages + "]}").size() == 100);
}

TEST_CASE("a large body is judged as a whole, and its beginning in detail") {
  const std::string right = R"({"role":"user","content":"x"})";
  std::string many = right;
  for (int i = 0; i < 10'000; ++i)
    many += "," + right;
  CHECK(paths_in(R"({"messages":[)" + many + R"(],"unknown":[)" + many + "]}").empty());
  CHECK(paths_in(R"({"unknown":[)" + many + R"(],"top_p":9})") == "/top_p /messages");
  CHECK(paths_in(R"({"messages":[)" + many + R"(],"top_p":9})") == "/top_p");
  const auto problems = problems_of(R"({"messages":[)" + many + ",1]}");
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].path.empty());
  CHECK(problems[0].message == "is invalid, but not in its first 20000 values");
}
