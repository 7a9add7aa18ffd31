#include "mrctl/spec/advice.hpp"
#include "mrctl/spec/command.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

using namespace mrctl;
using Names = std::vector<std::string>;

TEST_CASE("the nouns are the first words of the commands, each once") {
  std::set<std::string_view> expected;
  for (const auto& command : spec::commands())
    expected.insert(command.noun);
  const auto nouns = spec::nouns();
  CHECK(std::set<std::string_view>(nouns.begin(), nouns.end()) == expected);
  CHECK(nouns.size() == expected.size());
}

TEST_CASE("a word where a command should begin gets a noun, or the commands that end in it") {
  struct Row {
    const char* word;
    Names nearest;
  };
  for (const auto& row : std::vector<Row>{
           {"presets", {"preset"}},
           {"endpoint", {"endpoints"}},
           {"creat", {"preset create"}},
           {"lint", {"preset lint"}},
           {"lst", {"preset list", "endpoints list", "byok list", "config list"}},
           {"get", {"preset get", "byok get", "config get"}},
           {"preset-create", {"preset create"}},
           {"zzzz", {}},
           {"", {}},
       }) {
    CAPTURE(row.word);
    CHECK(spec::nearest_commands(row.word) == row.nearest);
  }
}

TEST_CASE("a word behind a noun gets a command of that noun") {
  CHECK(spec::nearest_command("preset", "crate") == "preset create");
  CHECK(spec::nearest_command("config", "create").empty());
  CHECK(spec::nearest_command("nothing", "create").empty());
}
