#include "mrctl/body/validate.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::body;

TEST_CASE("a field that a preset keeps, or system text, is something to store") {
  for (const auto* body :
       {R"({"temperature":null})", R"({"model":"a"})",
        R"({"messages":[{"role":"system","content":"Hi"}]})",
        R"({"messages":[{"role":"developer","content":[{"type":"text","text":"Hi"}]}]})"})
    CHECK_MESSAGE(has_something_to_store(Json::parse(body)), body);
  for (const auto* body :
       {"{}", R"({"user":"u","colour":"red"})", R"({"messages":[{"role":"user","content":"Hi"}]})",
        R"({"messages":[{"role":"system","content":""}]})", R"({"messages":"Hi"})",
        R"({"messages":[{"role":"system","content":[{"type":"text","text":""}]}]})"})
    CHECK_MESSAGE(!has_something_to_store(Json::parse(body)), body);
}
