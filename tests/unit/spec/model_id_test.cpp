#include "mrctl/spec/identifiers.hpp"

#include <doctest/doctest.h>

using namespace mrctl::spec;

TEST_CASE("a model is author/slug, with an optional ~ before it and :variant behind it") {
  for (const auto* id : {"acme/large", "acme/large:free", "~acme/large-latest", "a/b", "á/ß"})
    CHECK_MESSAGE(is_model_id(id), id);
  for (const auto* text :
       {"", "tiny", "/", "acme/", "/large", "acme/large:", "acme/:free", "~/large",
        "router/acme/large", "@preset/support", "acme/large@preset/x", "a /b"})
    CHECK_FALSE_MESSAGE(is_model_id(text), text);
}

TEST_CASE("a client's prefix and a variant come off") {
  CHECK(without_client("router/acme/large") == "acme/large");
  CHECK(without_client("a/router/acme/large:free") == "acme/large:free");
  CHECK(without_client("acme/large") == "acme/large");
  CHECK(without_client("tiny") == "tiny");
  CHECK(without_client("router//large") == "router//large");
  CHECK(without_variant("acme/large:nitro") == "acme/large");
  CHECK(without_variant("acme/large") == "acme/large");
  CHECK(without_variant("host:80/acme/large") == "host:80/acme/large");
}
