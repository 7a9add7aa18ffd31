#include "../../../src/output/annotation.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::output;

TEST_CASE("an annotation without a place is a bare command") {
  CHECK(annotation(Severity::warning, {}, "", {.sentence = "m"}) == "::warning::m\n");
}

TEST_CASE("a hint stands in a line of its own") {
  CHECK(annotation(Severity::error, {}, "mrctl", {.sentence = "m", .hint = "a\nb%"}) ==
        "::error title=mrctl::m%0Ahint: a\\nb%25\n");
}

TEST_CASE("text cannot end an annotation or form another") {
  CHECK(annotation(Severity::error, {"a,b:c%.yaml", 1, 2, "", 1}, "",
                   {.sentence = "x\n::error::y%0A"}) ==
        "::error file=a%2Cb%3Ac%25.yaml,line=1,col=2::x\\n::error::y%250A\n");
}

TEST_CASE("a notice is what is neither an error nor a warning, and as safe") {
  CHECK(notice("mrctl", "a") == "::notice title=mrctl::a\n");
  CHECK(notice("", "a\n::error::b%") == "::notice::a\\n::error::b%25\n");
}
