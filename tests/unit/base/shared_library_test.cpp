#include "mrctl/base/shared_library.hpp"

#include <doctest/doctest.h>

#include <cstring>

using mrctl::SharedLibrary;

TEST_CASE("a function of an opened library can be called") {
  auto library = SharedLibrary::open("libc.so.6");
  REQUIRE(library.has_value());
  const decltype(&std::strlen) length = (*library)("strlen");
  CHECK(length("four") == 4);
  CHECK(library->missing().empty());
}

TEST_CASE("the first name that is missing is kept") {
  auto library = SharedLibrary::open("libc.so.6");
  REQUIRE(library.has_value());
  CHECK((*library)("there_is_no_such_function").address == nullptr);
  CHECK((*library)("nor_is_there_this_one").address == nullptr);
  CHECK(library->missing() == "there_is_no_such_function");
}

TEST_CASE("a library that is not there is told in the system's words") {
  const auto library = SharedLibrary::open("libnothing.so.0");
  REQUIRE_FALSE(library.has_value());
  CHECK(library.error().find("libnothing.so.0") != std::string::npos);
}
