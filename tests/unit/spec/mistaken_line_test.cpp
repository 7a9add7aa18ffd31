#include "mrctl/spec/invocation.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

TEST_CASE("a line from the habits of other tools leads to one that works") {
  struct Row {
    std::vector<std::string> line;
    std::string_view part; // of the hint
  };
  for (const auto& row : {
           Row{{"state", "rm", "greeting"}, "'mrctl preset forget SLUG'"},
           Row{{"get", "presets"}, "mrctl preset list, or mrctl preset get"},
           Row{{"preset", "list", "--json", "slug,status"}, "--jq 'map({slug, status})'"},
           Row{{"preset", "list", "-n", "team"}, "--profile NAME"},
           Row{{"preset", "list", "-o", "jsonpath={.x}"}, "-r --jq '.[].slug'"},
           Row{{"endpoints", "diff", "a.json", "--exit-code"}, "--fail-on any of listings"},
           Row{{"preset", "ls"}, "'mrctl preset list'"},
           Row{{"preset", "show", "support"}, "'mrctl preset get SLUG'"},
           Row{{"byok", "ls"}, "'mrctl byok list'"},
           Row{{"preset", "show", "a/b.yml"}, "mrctl preset render a/b.yml"},
           Row{{"preset", "create", "x", "--enforce-distillable-text=false"},
               "write --provider-enforce-distillable-text=false"},
           Row{{"preset", "create", "x", "acme/tiny"}, "did you mean --model acme/tiny?"},
           Row{{"preset", "list", "--jq", "-r"}, "write -r in front of --jq"},
           Row{{"preset", "list", "-o", "csv=a.csv"}, "use --report csv=a.csv"},
           Row{{"preset", "list", "--error-format", "gitlab"}, "--report codequality=FILE"},
           Row{{"api", "GET", "/models", "-q", ".data"}, "did you mean --jq '.data'?"},
           Row{{"preset", "plan", "--gates"}, "use 'mrctl preset check'"},
           Row{{"preset", "create", "s", "--sort", "price"}, "use --provider-sort"},
           Row{{"preset", "apply", "-f", "a.yaml"},
               "PATH is an argument: mrctl preset apply a.yaml"},
           Row{{"preset", "apply", "--prefix", "eu-"}, "did you mean '--slug-prefix'?"},
           Row{{"preset", "lint", "-eu.yaml"}, "if it is a file, write ./-eu.yaml"},
           Row{{"config", "set", "--base_url", "x"}, "mrctl config set base_url x"},
           Row{{"auth", "login", "sk-test-0123456789"}, "no argument takes a key"},
           Row{{"api", "GET", "models", "acme"}, "write one path: /models/acme"},
           Row{{"config", "path", "--timeout", "250", "ms"}, "without a space: 250ms"},
           Row{{"auth", "status", ""}, ""},
           Row{{"endpoints", "list", "a/b", "--limit", "all"}, "leave --limit out for no limit"},
           Row{{"preset", "explain", "p", "--max-cost", "0,07"}, "such as 0.07"},
       }) {
    std::string line;
    for (const auto& word : row.line)
      line += word + " ";
    CAPTURE(line);
    const auto parsed = mrctl::spec::parse(row.line);
    REQUIRE_FALSE(parsed.has_value());
    CHECK_MESSAGE(parsed.error().error.hint.find(row.part) != std::string::npos,
                  parsed.error().error.hint);
  }
}
