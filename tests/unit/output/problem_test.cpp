#include "mrctl/output/problem.hpp"
#include "mrctl/output/result_rows.hpp"

#include "drawn.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::output;

namespace {

Problem in_file() {
  Problem problem;
  problem.rule = "temperature.range";
  problem.path = "/temperature";
  problem.place = Place{"presets/support.yaml", 12, 14, "temperature: 3", 1};
  problem.message = "temperature must be between 0 and 2, got 3";
  return problem;
}

} // namespace

TEST_CASE("a problem that stands alone shows its rule, and every one if the terminal says so") {
  auto problem = in_file();
  problem.rule = "temperature.range";
  constexpr std::string_view line = "\n  rule: mrctl help temperature.range\n";
  CHECK(problems_text({problem}, pipe_end()).ends_with(line));
  CHECK(problems_text({problem, problem}, pipe_end()).find(line) == std::string::npos);
  auto verbose = pipe_end();
  verbose.rule_ids = RuleIds::of_all;
  CHECK(problem_text(problem, verbose).ends_with(line));
  problem.rule.clear();
  CHECK(problems_text({problem}, pipe_end()).find("rule:") == std::string::npos);
}

TEST_CASE("a problem in a file reads like a compiler's") {
  CHECK(problem_text(in_file(), pipe_end()) == drawing(R"(
presets/support.yaml:12:14: error: temperature must be between 0 and 2, got 3
   12 | temperature: 3
      |              ^
)"));
}

TEST_CASE("a problem of a flag begins with the flag") {
  Problem problem;
  problem.flag = "--temperature";
  problem.message = "temperature must be a number, got 'warm'";
  CHECK(problem_text(problem, pipe_end()) ==
        "--temperature: error: temperature must be a number, got 'warm'\n");
}

TEST_CASE("a suggestion follows: what was meant as a question, advice as it is") {
  Problem problem;
  problem.severity = Severity::warning;
  problem.message = "unknown field 'temprature'";
  problem.suggestion = {"temperature", Does::meant};
  CHECK(problem_text(problem, pipe_end()) == drawing(R"(
mrctl: warning: unknown field 'temprature'
  help: did you mean 'temperature'?
)"));
  problem.suggestion = {"team prompts/help.md", Does::meant};
  CHECK(problem_text(problem, pipe_end())
            .ends_with("\n  help: did you mean 'team prompts/help.md'?\n"));
  problem.suggestion = "use max_completion_tokens";
  CHECK(problem_text(problem, pipe_end()).ends_with("\n  help: use max_completion_tokens\n"));
}

TEST_CASE("a problem of a whole file has no line") {
  Problem problem;
  problem.place = Place{"a.yaml", 0, 0, "", 1};
  problem.message = "is empty";
  CHECK(problem_text(problem, pipe_end()) == "a.yaml: error: is empty\n");
}

TEST_CASE("hostile text in a problem stays on its line") {
  auto problem = in_file();
  problem.place->file = "a\nb.yaml";
  problem.message = "got '\x1b[2J'";
  CHECK(problem_text(problem, pipe_end()).starts_with("a\\nb.yaml:12:14: error: got '\\x1b[2J'\n"));
}

TEST_CASE("as JSON every key is there, and places that do not apply are null") {
  CHECK(result_json(in_file()) ==
        R"({"severity":"error","rule":"temperature.range","path":"/temperature",)"
        R"("file":"presets/support.yaml","line":12,"column":14,"flag":null,)"
        R"("message":"temperature must be between 0 and 2, got 3","suggestion":null})");
  Problem bare;
  bare.message = "m";
  CHECK(result_json(bare) ==
        R"({"severity":"error","rule":null,"path":null,"file":null,"line":null,"column":null,)"
        R"("flag":null,"message":"m","suggestion":null})");
}

TEST_CASE("an annotation carries file, line and column") {
  CHECK(problem_annotation(in_file()) ==
        "::error file=presets/support.yaml,line=12,col=14,title=temperature.range::"
        "temperature must be between 0 and 2, got 3\n");
  auto misspelt = in_file();
  misspelt.suggestion = {"0.3", Does::meant};
  CHECK(problem_annotation(misspelt, "support") ==
        "::error file=presets/support.yaml,line=12,col=14,title=support%3A temperature.range::"
        "temperature must be between 0 and 2, got 3%0Ahint: did you mean 0.3?\n");
}
