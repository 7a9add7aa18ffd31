#include "mrctl/base/list.hpp"
#include "mrctl/spec/invocation.hpp"

#include "unit/base/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

using namespace mrctl;
using spec::BodyFlag;
using Words = std::vector<std::string>;

namespace {

spec::Invocation understood(const Words& words) {
  auto parsed = spec::parse(words);
  REQUIRE_MESSAGE(parsed.has_value(), (parsed ? "" : parsed.error().error.message));
  return *parsed;
}

Error misunderstood(const Words& words) {
  auto parsed = spec::parse(words);
  REQUIRE_FALSE(parsed.has_value());
  CHECK(parsed.error().error.kind == ErrorKind::usage);
  return parsed.error().error;
}

// The value of the only flag that changes the body.
std::string body_value(const spec::Invocation& invocation) {
  REQUIRE(invocation.body_flags.size() == 1);
  return invocation.body_flags.front().value;
}

} // namespace

TEST_CASE("a command line gives its command, its arguments and its flags in their order") {
  const auto invocation =
      understood({"preset", "create", "support", "--set", "a=1", "--model", "m", "--set", "b=2"});
  CHECK(invocation.command->name() == "preset create");
  CHECK(invocation.arguments == Words{"support"});
  REQUIRE(invocation.body_flags.size() == 3);
  CHECK(invocation.body_flags[0].kind == BodyFlag::set);
  CHECK(invocation.body_flags[0].value == "a=1");
  CHECK(invocation.body_flags[1].kind == BodyFlag::field);
  CHECK(invocation.body_flags[1].field->path == "model");
  CHECK(invocation.body_flags[2].value == "b=2");
  CHECK(invocation.body_flags[2].position == 3);
}

TEST_CASE("a path that begins with a ~ that no shell expanded is refused, for every flag of one") {
  for (const auto& words :
       {Words{"preset", "lint", "--base=~/a.yaml"}, Words{"preset", "apply", "--state=~/s"},
        Words{"preset", "lint", "--project", "~/p.toml"}, Words{"preset", "lint", "--summary=~/s"},
        Words{"preset", "lint", "--report", "html=~/r.html"}, Words{"version", "--config=~/c"},
        Words{"emulator", "serve", "--db=~/e.db"}, Words{"preset", "lint", "~/presets"},
        Words{"preset", "lint", "a.yaml", "~/presets"}, Words{"init", "~"},
        Words{"endpoints", "diff", "a", "--save=~/l.json"}}) {
    const auto error = misunderstood(words);
    CHECK_MESSAGE(error.message.find("~ that the shell did not expand") != std::string::npos,
                  error.message);
    CHECK_MESSAGE(error.hint.find("write $HOME") != std::string::npos, error.hint);
  }
  CHECK(misunderstood({"preset", "lint", "~anna/a.yaml"}).hint.find("instead of ~anna") !=
        std::string::npos);
  const TemporaryFolder folder;
  folder.write("~anna/a.yaml", "");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder / "");
  CHECK(spec::parse(Words{"preset", "lint", "~anna/a.yaml"}).has_value());
  std::filesystem::current_path(before);
  for (const auto& words :
       {Words{"preset", "lint", "~a"}, Words{"endpoints", "list", "~acme/large"},
        Words{"preset", "lint", "./~/a.yaml", "a~/b.yaml"}})
    CHECK(understood(words).arguments.front() == words[2]);
}

TEST_CASE("global flags work before and after the command") {
  const spec::SettingTexts output_json{{"output", "json"}};
  CHECK(understood({"-o", "json", "byok", "get", "x"}).settings == output_json);
  CHECK(understood({"byok", "get", "x", "--output=json"}).settings == output_json);
  CHECK(understood({"-vv", "byok", "-v", "get", "x"}).flags.verbose == 3);
}

TEST_CASE("a flag takes its value as it stands") {
  CHECK(body_value(understood({"preset", "create", "s", "--temperature", "-1"})) == "-1");
  CHECK(understood({"preset", "create", "s", "--body", "-"}).flags.body == "-");
  CHECK(body_value(understood({"preset", "create", "s", "--user="})) == "");
  CHECK(body_value(understood({"preset", "create", "s", "--user", ""})) == "");
  CHECK(body_value(understood({"preset", "create", "s", "--tools", "[1,2]"})) == "[1,2]");
  CHECK(body_value(understood({"preset", "create", "s", "--system", "a, b"})) == "a, b");
  CHECK(body_value(understood({"preset", "create", "s", "--stop", "--help"})) == "--help");
}

TEST_CASE("a list flag does not swallow the argument behind it") {
  const auto invocation = understood({"preset", "create", "--stop", "END", "support"});
  CHECK(invocation.arguments == Words{"support"});
  CHECK(body_value(invocation) == "END");
}

TEST_CASE("a boolean field stands alone or takes a value behind an equals sign") {
  CHECK(body_value(understood({"preset", "create", "--stream", "support"})) == "true");
  CHECK(body_value(understood({"preset", "create", "support", "--stream=null"})) == "null");
}

TEST_CASE("a slug may be spelled like a command") {
  for (const auto* slug : {"config", "help", "create", "preset", "version", "true"})
    CHECK(understood({"preset", "create", slug}).arguments == Words{slug});
}

TEST_CASE("what stands behind -- is an argument, also behind another argument") {
  CHECK(understood({"preset", "lint", "a.yaml", "--", "b.yaml", "-c.yaml", "-q"}).arguments ==
        Words{"a.yaml", "b.yaml", "-c.yaml", "-q"});
  CHECK(understood({"preset", "lint", "-q", "--", "--strict"}).arguments == Words{"--strict"});
  CHECK_FALSE(mrctl::spec::parse(Words{"config", "list", "--", "x"}).has_value());
}

TEST_CASE("-- is the value of a flag only behind an equals sign") {
  CHECK(body_value(understood({"preset", "create", "support", "--system=--"})).find("--") !=
        std::string::npos);
  for (const auto& words : {Words{"preset", "create", "support", "--system", "--"},
                            Words{"preset", "create", "--system", "--", "--model", "acme/tiny"},
                            Words{"preset", "lint", "-o", "--", "a.yaml"},
                            Words{"emulator", "exec", "--seed", "--", "printf"}}) {
    const auto refused = mrctl::spec::parse(words);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().error.message.ends_with(" needs a value, and -- ends the flags"));
  }
}

TEST_CASE("what stands behind two dashes belongs to the command that is run") {
  const auto invocation =
      understood({"emulator", "exec", "--seed", "3", "--", "sh", "-c", "exit 7", "--", "--help"});
  CHECK(invocation.arguments == Words{"sh", "-c", "exit 7", "--", "--help"});
  CHECK_FALSE(invocation.flags.help);
}

TEST_CASE("several arguments come in their order") {
  CHECK(understood({"byok", "get", "a", "b", "c"}).arguments == Words{"a", "b", "c"});
}

// The sentences are in the cases of help.
TEST_CASE("a word, flag or value that is wrong is answered with what is meant") {
  struct Row {
    Words words;
    std::string wrong;
    std::string meant;
  };
  const std::vector<Row> rows{
      {{"presets", "create"}, "'presets'", "'preset'"},
      {{"preset", "creat", "x"}, "'preset creat'", "'preset create'"},
      {{"preset", "create", "x", "--temprature", "1"}, "'--temprature'", "'--temperature'"},
      {{"byok", "get", "x", "--outptu=json"}, "'--outptu'", "'--output'"},
      {{"byok", "get", "x", "-o", "jsn"}, "'jsn'", "'json'"},
      {{"byok", "get", "x", "--wher", "y"}, "'--wher'", "endpoints list"},
      {{"preset", "create", "x", "--no-stream"}, "'--no-stream'", "--stream=false"},
      {{"preset", "create", "x", "--no-provider-zdr"}, "", "--provider-zdr=false"},
      {{"preset", "plan", "--no-live"}, "'--no-live'", "--live=false"},
      {{"preset", "apply", "--no-dry-run"}, "'--no-dry-run'", "leave it out"},
      {{"preset", "create", "support", "--stream", "false"}, "'false'", "--stream=false"},
      {{"preset", "create", "s", "--dry-run="}, "''", ""},
      {{"preset", "create", "s", "--dry-run=no"}, "'no'", "leave it out"},
      {{"-q=1", "version"}, "'=1'", "--output=json"},
      {{"preset", "create", "x", "y"}, "'y'", ""},
      {{"preset", "create", "x", "++"}, "'++'", ""},
      {{"preset", "create", "a", "--model", "x", "--model", "x"}, "--model ", "--models"},
      {{"-o", "json", "byok", "get", "x", "--output", "csv"}, "--output ", "--output"},
      {{"preset", "create", "a", "--stream", "--stream=false"}, "--stream ", "--stream"},
      {{"preset", "create", "a", "--body", "x", "--body", "y"}, "--body ", "--body"},
      {{"preset", "apply", "--version", "3"}, "'preset apply'", "the older file"},
      {{"--version", "config", "path"}, "'config path'", "'mrctl --version'"},
      {{"preset", "create", "s", "--only-changed"},
       "'--only-changed'",
       "preset plan, preset apply"},
      {{"preset", "plan", "f", "-H", "a: b"}, "'-H'", "flag of api"},
      {{"emulator", "--listen", "x"}, "", "mrctl emulator serve --listen"},
      {{"emulator", "--port", "80"}, "", "--listen HOST:PORT"},
      {{"emulator", "exec", "mrctl", "version", "-o", "name"}, "", "exec -- mrctl"},
      {{"emulator", "serve", "--latency", "soon"}, "'soon'", ""},
      {{"emulator", "serve", "--seed", "-1"}, "'-1'", ""},
      {{"emulator", "serve", "--seed", "4294967296"}, "to 4294967295", ""},
      {{"endpoints", "list", "--limit", "0"}, "'0'", ""},
      {{"endpoints", "list", "--model", "acme/tiny"}, "", "mrctl endpoints list acme/tiny"},
      {{"byok", "get", "--id"}, "", "mrctl byok get ID"},
      {{}, "no command", ""},
      {{"preset"}, "create, lint, plan, apply, ", ""},
      {{"preset", "create"}, "needs SLUG", ""},
      {{"preset", "create", "x", "--body"}, "--body needs FILE", ""},
      {{"endpoints", "list", "acme/tiny", "--sort"}, "--sort needs [-]COLUMN", ""},
  };
  for (const auto& row : rows) {
    CAPTURE(row.words);
    const auto error = misunderstood(row.words);
    CHECK_MESSAGE(error.message.find(row.wrong) != std::string::npos, error.message);
    CHECK_MESSAGE(error.hint.find(row.meant) != std::string::npos, error.hint);
  }
}

TEST_CASE("a word that is like a choice is a slip, and another one is for the command to judge") {
  CHECK(misunderstood({"api", "GTE", "/x"}) == Error::unknown_word("method", "GTE", "GET"));
  CHECK(misunderstood({"schema", "presett"}) == Error::unknown_word("schema", "presett", "preset"));
  CHECK(understood({"schema", "list"}).arguments == Words{"list"});
  CHECK(understood({"api", "get", "/x"}).arguments == Words{"get", "/x"});
  CHECK(understood({"api", "OPTIONS", "/x"}).arguments == Words{"OPTIONS", "/x"});
}

TEST_CASE("an equals sign with nothing behind it is an empty value") {
  CHECK(body_value(understood({"preset", "create", "s", "--stream="})) == "");
}

TEST_CASE("what was understood before the error is kept, so that the error can be shown as asked") {
  const auto parsed =
      spec::parse(Words{"--error-format", "json", "preset", "create", "x", "--nonsense"});
  REQUIRE_FALSE(parsed.has_value());
  CHECK(parsed.error().understood.settings == spec::SettingTexts{{"error_format", "json"}});
}

TEST_CASE("help needs no arguments") {
  CHECK(understood({"preset", "create", "--help"}).flags.help);
  CHECK(understood({"--version"}).flags.version);
  CHECK(understood({"preset", "apply", "--version", "--help"}).flags.help);
  CHECK(understood({"preset", "-h"}).flags.help);
}

TEST_CASE("arguments arrive as they are, whatever CLI11 makes of them") {
  const Words odd{"[a,b]", "[]", "[", "++", "\x02x", "{a}", "a,b", ""};
  auto line = Words{"emulator", "exec", "--", "printf"};
  append(line, odd);
  auto expected = Words{"printf"};
  append(expected, odd);
  CHECK(understood(line).arguments == expected);
  CHECK(understood({"preset", "create", "[a]"}).arguments == Words{"[a]"});
  CHECK(body_value(understood({"preset", "create", "x", "--set", "[a,b]"})) == "[a,b]");
}

TEST_CASE("lists, pairs, words and what switches something on may be repeated") {
  understood({"preset",   "create",    "a",          "--models",  "x",
              "--models", "y",         "--metadata", "a=b",       "--metadata",
              "c=d",      "--plugins", "web",        "--plugins", "moderation",
              "--set",    "a=1",       "--set",      "b=2",       "--strip",
              "--strip",  "-v",        "-v",         "-q",        "-q"});
}

TEST_CASE("values have their types, and invalid ones are refused before anything runs") {
  const auto invocation =
      understood({"preset", "explain", "a.yaml", "--max-cost", "0.050", "--at-least", "2", "--why",
                  "acme/fp8", "--listing", "a.json", "--listing", "b.json"});
  CHECK(invocation.flags.max_cost == Decimal::parse("0.05"));
  CHECK(invocation.flags.at_least == 2);
  CHECK(invocation.flags.why == "acme/fp8");
  CHECK(invocation.flags.listing == Words{"a.json", "b.json"});
  CHECK_FALSE(invocation.flags.images);
  CHECK(understood({"emulator", "serve", "--latency", "1.5s"}).flags.latency == Duration(1500));
  CHECK(understood({"emulator", "serve", "--seed", "4294967295"}).flags.seed == 4294967295U);
}

TEST_CASE("a setting is known to be given, whatever its text") {
  const auto invocation = understood({"byok", "get", "x", "--retries", "many"});
  CHECK(invocation.gives(&spec::SettingValues::retries));
  CHECK_FALSE(invocation.gives(&spec::SettingValues::output));
}

TEST_CASE("the flag of a field becomes an edit where a command has no flag for each field") {
  const auto hint_on = [](const std::string& flag, const std::string& value) {
    return misunderstood({"preset", "plan", "presets", flag, value}).hint;
  };
  CHECK(hint_on("--temperature", "0.2").starts_with("use --set temperature=0.2;"));
  CHECK(hint_on("--temperature=0.2", "x").starts_with("use --set temperature=0.2;"));
  CHECK(hint_on("--temperature", "--quiet").starts_with("use --set temperature=VALUE;"));
  CHECK(hint_on("--provider-order", "acme")
            .starts_with("use --set-json 'provider.order=[\"acme\"]';"));
  CHECK(hint_on("--tools", "[]").starts_with("use --set-json tools=JSON;"));
  CHECK(hint_on("--plugins-web-max-results", "3").starts_with("use --set-json plugins=JSON;"));
}

TEST_CASE("--require is a list of tags: it splits at commas and line feeds, and may be repeated") {
  const auto required = [](const Words& more) {
    Words words{"preset", "explain", "a.yaml"};
    append(words, more);
    return understood(words).flags.require;
  };
  CHECK(required({"--require", "north, south\r\neast,", "--require", "acme/tiny=west"}) ==
        Words{"north", "south", "east", "acme/tiny=west"});
  CHECK(required({"--require", ","}) == Words{","});
}

TEST_CASE("two flags that exclude or need each other are judged before anything is read") {
  struct Pair {
    Words words;
    std::string says;
  };
  for (const auto& pair : {
           Pair{{"preset", "apply", "p", "--plan-from", "HEAD", "--plan", std::string(40, 'a')},
                "--plan and --plan-from both say which plan to apply"},
           Pair{{"preset", "create", "s", "--print-curl", "--dry-run"},
                "--dry-run prints the body, and --print-curl a command that sends it"},
           Pair{{"endpoints", "list", "a/b", "--columns", "tag", "--chart", "prompt"},
                "--chart draws one column, and --columns chooses those of a table"},
           Pair{{"preset", "state", "--live", "--all-targets"},
                "--all-targets lists the records of many services, but --live reads the presets "
                "of one"},
           Pair{{"preset", "state", "--all-targets", "--target", "x"},
                "--all-targets lists the records of every target, but --target names one"},
           Pair{{"preset", "plan", "--state", "a", "--state-branch", "b"},
                "--state and --state-branch exclude each other"},
           Pair{{"preset", "adopt", "p", "--version", "2", "--from", "x"},
                "--version and --from exclude each other"},
           Pair{{"init", "--live"}, "--live needs --ci"},
           Pair{{"preset", "explain", "p", "--cached-tokens", "5"},
                "--cached-tokens needs --prompt-tokens, of which they are a part"},
           Pair{{"preset", "check", "p", "--live=false", "--fail-on", "changed,drift"},
                "--fail-on drift needs --live"},
           Pair{{"endpoints", "diff", "a.json", "--fail-on", "lost"},
                "--fail-on lost needs --presets"},
       }) {
    CAPTURE(pair.says);
    CHECK(misunderstood(pair.words).message == pair.says);
  }
  understood({"preset", "state", "--live=false", "--all-targets"});
  understood({"preset", "plan", "p", "--live", "--fail-on", "drift"});
  understood({"preset", "plan", "p", "--fail-on", "changed"});
  understood({"endpoints", "diff", "a.json", "--fail-on", "price-up"});
}
