#include "mrctl/spec/mistaken_word.hpp"

#include <doctest/doctest.h>

using mrctl::Takes;
using namespace mrctl::spec;

TEST_CASE("a word that is no path, model or slug is recognised as what it is") {
  struct Row {
    std::string_view word;
    Takes expected;
    std::string_view noun;
    std::string_view verb;
    std::string_view part; // of the advice; empty if there is none
  };
  for (const auto& row : {
           Row{"\u2014strict", Takes::preset_file, "preset", "check", "write --strict"},
           Row{"\u201cpresets\u201d", Takes::preset_file, "preset", "check", "write presets"},
           Row{"@preset/support", Takes::slug, "preset", "create", "'@preset/': support"},
           Row{"{\"model\":1}", Takes::preset_file, "preset", "lint", "the text of a body"},
           Row{"presets/*.yaml", Takes::preset_file, "preset", "lint", "the folder presets"},
           Row{"acme/*", Takes::model, "endpoints", "list", "expands no patterns"},
           Row{"presets/**/*.yaml", Takes::preset_file, "preset", "lint", "the folder presets"},
           Row{".plan", Takes::preset_file, "preset", "plan", "--jq '.plan'"},
           Row{"acme/ibis@preset/triage", Takes::slug, "preset", "create", "triage"},
           Row{"HEAD~1", Takes::preset_file, "preset", "check", "git worktree add ../other HEAD~1"},
           Row{"seed=1", Takes::preset_file, "preset", "check", "--set seed=1"},
           Row{"acme/large", Takes::preset_file, "preset", "explain", "--model acme/large"},
           Row{"presets/a.yaml", Takes::model, "endpoints", "list",
               "preset explain presets/a.yaml"},
           Row{"presets/a.yaml", Takes::slug, "preset", "forget", "alone: a"},
           Row{"acme/large@latest", Takes::model, "endpoints", "list", "leave out '@latest'"},
           Row{"provider.order", Takes::preset_file, "preset", "explain", "help provider.order"},
           Row{"“our team”", Takes::slug, "preset", "create", "write 'our team'"},
           Row{"nothing", Takes::preset_file, "preset", "check", ""},
           Row{"acme/large", Takes::model, "endpoints", "list", ""},
           Row{"support", Takes::slug, "preset", "create", ""},
       }) {
    CAPTURE(row.word);
    const auto advice = advice_on_word(row.word, row.expected, *find_command(row.noun, row.verb));
    CHECK(advice.empty() == row.part.empty());
    CHECK_MESSAGE(advice.find(row.part) != std::string::npos, advice);
  }
}

TEST_CASE("a word in place of a verb gets the command that takes it") {
  CHECK(command_taking("acme/large", "endpoints") == find_command("endpoints", "list"));
  CHECK(command_taking("11111111-1111-4111-8111-111111111111", "byok") ==
        find_command("byok", "get"));
  CHECK(command_taking("presets/a.yaml", "") == find_command("preset", "check"));
  CHECK(command_taking("presets", "") == nullptr);
}
