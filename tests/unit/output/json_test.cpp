#include "mrctl/output/json.hpp"

#include "drawn.hpp"

#include <doctest/doctest.h>

using namespace mrctl::output;

TEST_CASE("people get lines") {
  CHECK(coloured_json(R"({"a":[0.10,{"b":[ ]}],"c":{},"d":"[{\"x\":1, \\"})", terminal_of(80)) ==
        drawing(R"(
{
  "a": [
    0.10,
    {
      "b": []
    }
  ],
  "c": {},
  "d": "[{\"x\":1, \\"
}
)"));
  CHECK(coloured_json(" 1.50 ", terminal_of(80)) == "1.50\n");
}

TEST_CASE("with colour each kind of token has its own") {
  const Terminal terminal{80, Colour::on, Charset::utf8};
  CHECK(coloured_json(R"({"k":"v","n":[-1e3,true,null]})", terminal) ==
        "{\n"
        "  \x1b[1;34m\"k\"\x1b[0m: \x1b[32m\"v\"\x1b[0m,\n"
        "  \x1b[1;34m\"n\"\x1b[0m: [\n"
        "    \x1b[36m-1e3\x1b[0m,\n"
        "    \x1b[35mtrue\x1b[0m,\n"
        "    \x1b[35mnull\x1b[0m\n"
        "  ]\n"
        "}\n");
}

TEST_CASE("what a terminal acts on is escaped, and the value stays the same") {
  const std::string_view hostile = "{\"k\u202e\":\"\u009b31m\u200b\x7f\U000E0041\\n\"}";
  const auto shown = coloured_json(hostile, terminal_of(80));
  CHECK(shown == "{\n  \"k\\u202e\": \"\\u009b31m\\u200b\\u007f\\udb40\\udc41\\n\"\n}\n");
  CHECK(parsed(shown) == parsed(hostile));
}

TEST_CASE("lines of JSON for people stay lines and values") {
  CHECK(safe_jsonl("{\"a\":\"\u202e\"}\n[]\n") == "{\"a\":\"\\u202e\"}\n[]\n");
  CHECK(safe_jsonl("").empty());
}
