#include "mrctl/render/json.hpp"

#include "drawn.hpp"

#include <doctest/doctest.h>

#include <vector>

using namespace mrctl::render;

namespace {

const std::vector<std::string> one{R"({"b": 1.50, "a": "\u00e9"})"};
const std::vector<std::string> two{R"({"a":1})", R"({"a":2})"};

} // namespace

TEST_CASE("one argument gives the document as it was spelled") {
  CHECK(json(one, Arity::one, Layout::compact) == "{\"b\":1.50,\"a\":\"\\u00e9\"}\n");
  CHECK(json(one, Arity::one, Layout::pretty) == drawing(R"(
{
  "b": 1.50,
  "a": "\u00e9"
}
)"));
}

TEST_CASE("several arguments give an array, whatever came of them") {
  CHECK(json(two, Arity::several, Layout::compact) == "[{\"a\":1},{\"a\":2}]\n");
  CHECK(json({&two[0], 1}, Arity::several, Layout::compact) == "[{\"a\":1}]\n");
  CHECK(json({}, Arity::several, Layout::compact) == "[]\n");
}

TEST_CASE("jsonl is one document a line") {
  CHECK(jsonl(two) == "{\"a\":1}\n{\"a\":2}\n");
  CHECK(jsonl(one) == "{\"b\":1.50,\"a\":\"\\u00e9\"}\n");
}
