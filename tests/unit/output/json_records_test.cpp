#include "mrctl/output/json.hpp"

#include "drawn.hpp"

#include <doctest/doctest.h>

using namespace mrctl::output;

namespace {

std::string csv_of(std::string_view json) {
  return csv(json_records(json));
}

} // namespace

TEST_CASE("an array is one record an element, columns as they first appear") {
  CHECK(csv_of(R"([{"a":1.50,"b":null},{"b":true,"c":"x"}])") == "a,b,c\n1.50,,\n,true,x\n");
  CHECK(csv_of("[]").empty());
}

TEST_CASE("an object is one record, nested members dotted") {
  CHECK(csv_of(R"( {"v":{"n":1,"c":{"m":"a"}},"e":{},"\u00e9":"y"} )") ==
        "v.n,v.c.m,e,é\n1,a,{},y\n");
}

TEST_CASE("lists of scalars are joined, other lists are JSON") {
  CHECK(csv_of(R"({"s":["a b",1,null],"o":[ {"x":1} ],"e":[]})") ==
        "s,o,e\na b 1 null,\"[{\"\"x\"\":1}]\",[]\n");
}

TEST_CASE("what is no object stands in a column of its own") {
  CHECK(csv_of("[1,\"x\",[2,3]]") == "value\n1\nx\n2 3\n");
  CHECK(csv_of("\"x\"") == "value\nx\n");
  CHECK(csv_of("[{\"a\":1},2]") == "a,value\n1,\n,2\n");
}

TEST_CASE("of two members of one name the last one stands") {
  CHECK(csv_of(R"({"a":1,"a":2})") == "a\n2\n");
}

TEST_CASE("records that have nothing in common do not make a huge table") {
  std::string json = "[";
  for (int i = 0; i < 4000; ++i)
    json += (i == 0 ? "" : ",") + ("{\"k" + std::to_string(i) + "\":1}");
  const auto records = json_records(json + "]");
  REQUIRE(records.names.size() == 1);
  CHECK(records.names.front() == "value");
  CHECK(records.rows.size() == 4000);
  CHECK(records.rows.front().front() == R"({"k0":1})");
}
