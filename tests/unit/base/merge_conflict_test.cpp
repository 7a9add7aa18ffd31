#include "mrctl/base/text.hpp"

#include <doctest/doctest.h>

#include <string>

using mrctl::find_merge_conflict;

TEST_CASE("a merge conflict begins at the first of its lines") {
  const std::string before = "{\n";
  for (const std::string line :
       {"<<<<<<< main", "=======", ">>>>>>> topic", "<<<<<<<\n", "=======\r\n"}) {
    CAPTURE(line);
    CHECK(find_merge_conflict(line) == 0);
    CHECK(find_merge_conflict(before + line) == before.size());
  }
}

TEST_CASE("other lines are no merge conflict") {
  for (const std::string text : {"", "\n", "<<<<<<", "<<<<<<<<", " <<<<<<< main",
                                 "a =======", "========", "=======>", "<<<====", "a\n======\n"}) {
    CAPTURE(text);
    CHECK(find_merge_conflict(text) == std::nullopt);
  }
}
