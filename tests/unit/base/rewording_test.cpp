#include "mrctl/base/rewording.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl;

TEST_CASE("each row rewords something, in a sentence, and none hides a later one") {
  const auto rows = rewordings();
  for (const auto& row : rows) {
    CAPTURE(row.words);
    CHECK_FALSE(row.words.empty());
    CHECK_FALSE(row.message.ends_with('.'));
    CHECK_FALSE(row.advice.ends_with('.'));
    CHECK((row.library == Library::jq || !row.message.empty()));
    CHECK(find_rewording(row.library, row.words) == &row);
  }
}

TEST_CASE("a row is found in a longer sentence, in any case") {
  const auto* row = find_rewording(Library::tls, "SSL: Certificate has EXPIRED (10)");
  REQUIRE(row != nullptr);
  CHECK(row->message == "the certificate has expired");
  CHECK(find_rewording(Library::tls, "something new") == nullptr);
}
