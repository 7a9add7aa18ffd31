#include "mrctl/output/records.hpp"

#include <doctest/doctest.h>

using namespace mrctl::output;

TEST_CASE("a name is one line, whatever it holds") {
  CHECK(name_lines({"a", "b\nc\x1b"}) == "a\nb\\nc\\x1b\n");
  CHECK(name_lines({}).empty());
}

TEST_CASE("a record is named by its slug, else its tag, else its id") {
  CHECK(names_of_records(R"({"id":"i","tag":"t","slug":"s"})") == ResultNames{"s"});
  CHECK(names_of_records(R"([{"id":"i","tag":"t"},{"id":"\u0061"},{"id":null},3])") ==
        ResultNames{"t", "a"});
  CHECK(names_of_records(R"("text")").empty());
}
