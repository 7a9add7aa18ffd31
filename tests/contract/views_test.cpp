// Checks read bodies through views of their texts. On every body of the corpus, a view must show
// what the parser reads.
#include "mrctl/document/document.hpp"

#include "corpus.hpp"
#include "unit/json/view_matches.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl;
using namespace mrctl::contract;

TEST_CASE("a view of each body of the corpus shows its value, however it is spaced") {
  for (const auto& entry : corpus()) {
    CAPTURE(entry.file);
    CAPTURE(entry.name);
    for (const int indent : {-1, 0, 3}) {
      const auto text = read_json_text(entry.body.dump(indent));
      REQUIRE(text.has_value());
      CHECK(matches(text->root(), entry.body));
    }
  }
}
