#include "mrctl/spec/invocation.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

TEST_CASE("a line from the habits of other tools leads to one that works") {
  struct Row {
    std::vector<std::string> line;
    std::string_view part; // of the hint
  };
  for (const auto& row : {
           Row{{"state", "rm", "greeting"}, "'mrctl preset forget SLUG'"},
           Row{{"get", "presets"}, "'mrctl api GET /presets' lists them"},
           Row{{"presets", "list"}, "'mrctl api GET /presets' lists them"},
           Row{{"completion", "install", "zsh"}, "mrctl completion bash > "},
           Row{{"get", "preset"}, "'mrctl preset pull SLUG'"},
           Row{{"preset", "show", "a/b.yml"}, "mrctl preset render a/b.yml"},
           Row{{"preset", "edit", "greeting"}, "edit its file"},
           Row{{"preset", "create", "x", "--fallbacks=false"},
               "for providers, --provider-allow-fallbacks=false"},
           Row{{"preset", "create", "x", "--enforce-distillable-text=false"},
               "write --provider-enforce-distillable-text=false"},
           Row{{"preset", "create", "x", "acme/tiny"}, "did you mean --model acme/tiny?"},
           Row{{"preset", "create", "x", "--model", "a/b", "--model", "c/d"},
               "use --models for each"},
           Row{{"preset", "apply", "-f", "a.yaml"},
               "PATH is an argument: mrctl preset apply a.yaml"},
           Row{{"preset", "apply", "--from-file"}, "PATH is an argument: mrctl preset apply PATH"},
           Row{{"config", "set", "--base_url", "x"}, "mrctl config set base_url x"},
           Row{{"config", "set", "retries"}, "for example: mrctl config set retries "},
           Row{{"auth", "login", "work"}, "--profile work chooses a profile"},
           Row{{"auth", "login", "sk-test-0123456789"}, "no argument takes a key"},
           Row{{"api", "GET", "models", "acme"}, "write one path: /models/acme"},
           Row{{"api", "GET", "/models", "limit=3"}, "'/models?limit=3'"},
           Row{{"api", "GET", "/models?a=1", "b=2"}, "'/models?a=1&b=2'"},
           Row{{"config", "path", "--timeout", "250", "ms"}, "without a space: 250ms"},
           Row{{"emulator", "exec", "-it", "--", "true"}, "leave it out"},
           Row{{"emulator", "mrctl", "version"}, "mrctl emulator exec -- COMMAND"},
           Row{{"endpoints", "list", "a/b", "--limit", "all"}, "leave --limit out for no limit"},
           Row{{"preset", "explain", "p", "--prompt-tokens", "1_500"}, "did you mean 1500?"},
           Row{{"preset", "explain", "p", "--max-cost", "0,07"}, "for example --max-cost 0.07"},
           Row{{"completion", "bash", "--install"}, "bash-completion/completions/mrctl"},
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

} // namespace
