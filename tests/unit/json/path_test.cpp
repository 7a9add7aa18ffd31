#include "mrctl/json/value.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

namespace {

struct Spelling {
  std::string_view text;
  std::string_view pointer;
};

} // namespace

TEST_CASE("a path is names, indices and quoted names") {
  const Spelling paths[] = {
      {"model", "/model"},
      {"provider.order[0]", "/provider/order/0"},
      {"a[0][12].b", "/a/0/12/b"},
      {R"(metadata."a.b[0]".c)", "/metadata/a.b[0]/c"},
      {R"("")", "/"},
      {"a/b.c~d", "/a~1b/c~0d"},
      {"a.0", "/a/0"},
  };
  for (const auto& row : paths) {
    const auto path = mrctl::parse_path(row.text);
    REQUIRE_MESSAGE(path.has_value(), std::string(row.text));
    CHECK(mrctl::pointer_of(*path) == row.pointer);
  }
}

TEST_CASE("what is no path is refused") {
  for (const std::string_view text :
       {"", ".", "a.", ".a", "a..b", "a[", "a[]", "a[x]", "a[-1]", "a[1", "a[1]b", "[0]",
        "a[1234567890]", "\"a", "\"a\"b", "a.[0]"})
    CHECK_MESSAGE(!mrctl::parse_path(text), std::string(text));
}

TEST_CASE("an index is a number and a name of digits is a name") {
  const auto path = mrctl::parse_path("a[7].7");
  REQUIRE(path.has_value());
  REQUIRE(path->size() == 3);
  CHECK(std::get<std::size_t>((*path)[1]) == 7);
  CHECK(std::get<std::string>((*path)[2]) == "7");
}

TEST_CASE("a pointer is shown as it would be typed") {
  const std::pair<std::string_view, std::string_view> pointers[] = {
      {"", ""},
      {"/model", "model"},
      {"/provider/order/0", "provider.order[0]"},
      {"/messages/12/content", "messages[12].content"},
      {"/a~1b/c~0d", "a/b.c~d"},
      {"/metadata/a.b", R"(metadata."a.b")"},
      {"/metadata/", R"(metadata."")"},
  };
  for (const auto& [pointer, text] : pointers)
    CHECK(mrctl::dotted(pointer) == text);
}

TEST_CASE("what is shown can be read back") {
  for (const std::string_view pointer : {"/provider/order/0", "/metadata/a.b[1]/c", "/x/"}) {
    const auto path = mrctl::parse_path(mrctl::dotted(pointer));
    REQUIRE(path.has_value());
    CHECK(mrctl::pointer_of(*path) == pointer);
  }
}

TEST_CASE("the steps of a pointer come without its escapes") {
  CHECK(mrctl::pointer_steps("").empty());
  CHECK(mrctl::pointer_steps("/") == std::vector<std::string>{""});
  CHECK(mrctl::pointer_steps("/a~1b/0/c~0d") == std::vector<std::string>{"a/b", "0", "c~d"});
}
