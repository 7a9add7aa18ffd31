#include "mrctl/spec/identifiers.hpp"

#include <doctest/doctest.h>

using namespace mrctl::spec;

TEST_CASE("a model is author/slug, with an optional ~ before it and :variant behind it") {
  for (const auto* id : {"acme/large", "acme/large:free", "~acme/large-latest", "a/b", "á/ß"})
    CHECK_MESSAGE(is_model_id(id), id);
  for (const auto* text :
       {"", "tiny", "/", "acme/", "/large", "acme/large:", "acme/:free", "~/large",
        "router/acme/large", "@preset/support", "acme/large@preset/x", "a /b", "a:b/c", "a/b,c"})
    CHECK_FALSE_MESSAGE(is_model_id(text), text);
}

TEST_CASE("names in one text stand between commas and line ends") {
  using Names = std::vector<std::string>;
  CHECK(split_names("a, b\r\n\n,c ") == Names{"a", "b", "c"});
  CHECK(split_names(" ,\n").empty());
}

TEST_CASE("a client's prefix and a variant come off") {
  CHECK(model_id_in("router/acme/large") == "acme/large");
  CHECK(model_id_in("a/router/acme/large:free") == "acme/large:free");
  CHECK(model_id_in("acme/large") == "acme/large");
  CHECK(model_id_in("tiny") == "tiny");
  CHECK(model_id_in("router//large") == "router//large");
  CHECK(model_id_in("acme/large:globex/fp8") == "acme/large");
  CHECK(model_id_in("acme/large:free/endpoints") == "acme/large:free");
  CHECK(model_id_in("models/acme/large/endpoints") == "acme/large");
  CHECK(model_id_in("acme/tiny,acme/large") == "acme/tiny,acme/large");
  CHECK(without_variant("acme/large:nitro") == "acme/large");
  CHECK(without_variant("acme/large") == "acme/large");
  CHECK(without_variant("host:80/acme/large") == "host:80/acme/large");
}
