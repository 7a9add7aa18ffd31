#include "mrctl/service/record_reading.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace mrctl::service;

namespace {

constexpr std::array<std::string_view, 1> known{"id"};

} // namespace

TEST_CASE("members that are not specified are kept as text, in order") {
  CHECK(read_unknown(R"({"z":true,"id":"x","a":{"b": 1.50}, "c":"\u00e9"})", known) ==
        UnknownMembers{{"z", "true"}, {"a", R"({"b":1.50})"}, {"c", "é"}});
}

TEST_CASE("a key may be written with escapes, and of duplicate keys the last value counts") {
  CHECK(read_unknown(R"({"a":1,"b":2,"\u0069d":3,"\u0061":4})", known) ==
        UnknownMembers{{"a", "4"}, {"b", "2"}});
}

TEST_CASE("what is not an object has no unknown members") {
  CHECK(read_unknown("3", known).empty());
  CHECK(read_unknown(R"([{"a":1}])", known).empty());
}
