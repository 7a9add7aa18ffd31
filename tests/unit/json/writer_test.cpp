#include "mrctl/base/decimal.hpp"
#include "mrctl/json/writer.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <vector>

using namespace mrctl;

TEST_CASE("commas stand between members and between elements") {
  JsonWriter out;
  out.begin('{').member("a", 1).key("b").begin('{').end('}').key("c").begin('[').end(']');
  out.key("d").array(std::vector{1, 2}, [&](int each) { out.begin('[').value(each).end(']'); });
  CHECK(out.end('}').take() == R"({"a":1,"b":{},"c":[],"d":[[1],[2]]})");
}

TEST_CASE("a value is written by its type, and nothing is null") {
  JsonWriter out;
  out.begin('[').value("\"").value(true).value(std::size_t{3}).value(std::optional<int>());
  out.value(unless_empty("")).value(unless_empty("a")).value(Json{{"a", nullptr}});
  out.value(Decimal::parse("1.50")).value(std::vector<std::string_view>{"b", "c"}).raw("0.10");
  CHECK(out.end(']').take() == R"(["\"",true,3,null,null,"a",{"a":null},"1.5",["b","c"],0.10])");
}

TEST_CASE("a text is taken in parts, of which each goes on where the last one ended") {
  JsonWriter out;
  out.begin('[').value(1);
  CHECK(out.take() == "[1");
  CHECK(out.value(2).end(']').take() == ",2]");
}
