#include "mrctl/service/record_reading.hpp"

#include <doctest/doctest.h>

using namespace mrctl::service;

namespace {

using Items = std::vector<std::string>;

} // namespace

TEST_CASE("a number keeps its own digits, whether it came as text or not") {
  CHECK(read_number(R"("0.00000250")")->text == "0.00000250");
  for (const auto* number : {"131072", "1.50", "1E5", "-2", "123456789012345678901"})
    CHECK(read_number(number)->text == number);
  CHECK(read_number(R"("n/a")")->text == "n/a");
  CHECK_FALSE(read_number(R"("n/a")")->value());
  for (const auto* value : {"true", "null", R"({"a":1})", "[1]"})
    CHECK_FALSE(read_number(value));
}

TEST_CASE("text may come as a number or a boolean") {
  CHECK(read_text("1.50") == "1.50");
  CHECK(read_text("true") == "true");
  for (const auto* value : {"null", R"({"a":1})", "[1]"})
    CHECK_FALSE(read_text(value));
}

TEST_CASE("text may be written with escapes") {
  CHECK(read_text(R"("a\u0022b")") == "a\"b");
}

TEST_CASE("a boolean may come as text") {
  CHECK(read_boolean("true") == true);
  CHECK(read_boolean("false") == false);
  CHECK(read_boolean(R"("true")") == true);
  CHECK(read_boolean(R"("tru\u0065")") == true);
  for (const auto* value : {"131072", "null", "[true]"})
    CHECK_FALSE(read_boolean(value));
}

TEST_CASE("the items of a list are read as people read them") {
  CHECK(read_list(R"(["x",1.50,null,{"a": 2.50}])") == Items{"x", "1.50", "null", R"({"a":2.50})"});
  CHECK(read_list("[ ]") == Items{});
  CHECK_FALSE(read_list(R"({"a":1})"));
}

TEST_CASE("a price that came as text never passes through a double") {
  CHECK(read_number(R"("0.1234567890123456789012345")")->value()->text() ==
        "0.1234567890123456789012345");
}

TEST_CASE("a null that has a meaning differs from a value that cannot be used") {
  using NullableText = Nullable<std::string>;
  REQUIRE(read_as<NullableText>("null"));
  CHECK_FALSE(*read_as<NullableText>("null"));
  CHECK(**read_as<NullableText>(R"("a")") == "a");
  CHECK_FALSE(read_as<NullableText>("{}"));
  using NullableList = Nullable<Items>;
  REQUIRE(read_as<NullableList>("null"));
  CHECK_FALSE(*read_as<NullableList>("null"));
  CHECK((*read_as<NullableList>("[]"))->empty());
  CHECK_FALSE(read_as<NullableList>(R"("a")"));
}
