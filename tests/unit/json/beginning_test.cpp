#include "mrctl/json/view.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl;

TEST_CASE("a value that is short enough is written as a whole") {
  for (const std::string text : {
           R"({"a":[1,2.5,true,null,"x"],"b":{},"c":[],"d":{"e":"\n"}})",
           "[]",
           "{}",
           "null",
           R"("größe")",
       })
    CHECK(json_beginning(Json::parse(text), 1000) == text);
}

TEST_CASE("of a longer one there is a beginning, wherever it ends") {
  const std::string text = R"({"a":[1,2,[3,{"b":"long text of some words"}]],"c":"größe","d":{}})";
  const auto value = Json::parse(text);
  for (std::size_t bytes = 0; bytes <= text.size(); ++bytes) {
    const auto beginning = json_beginning(value, bytes);
    CAPTURE(bytes);
    CHECK(beginning.size() >= bytes);
    CHECK(beginning.substr(0, bytes) == text.substr(0, bytes));
  }
}

TEST_CASE("what nobody sees of a large value is not written") {
  const Json long_string = std::string(1'000'000, 'x');
  CHECK(json_beginning(long_string, 40).size() < 100);
  CHECK(json_beginning(Json::object({{"key", long_string}, {"next", long_string}}), 40).size() <
        100);
  CHECK(json_beginning(Json(std::vector<int>(1'000'000)), 40).size() < 100);
}
