#include "mrctl/spec/identifiers.hpp"

#include <doctest/doctest.h>

using mrctl::spec::is_slug;

TEST_CASE("a slug is what a URL carries unescaped, and names no other path") {
  for (const auto* slug : {"support", "a.b-c_d~e", "...", ".a", "0"})
    CHECK_MESSAGE(is_slug(slug), slug);
  for (const auto* text : {"", ".", "..", "a b", "a/b", "a%20b", "\xC3\xA4", "a\n"})
    CHECK_FALSE_MESSAGE(is_slug(text), text);
}
