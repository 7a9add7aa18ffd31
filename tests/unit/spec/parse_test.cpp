#include "mrctl/base/list.hpp"
#include "mrctl/spec/command_line.hpp"
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
  const auto error = misunderstood({"preset", "create", "support", "--stream", "false"});
  CHECK(error.message == "unexpected argument 'false'");
  CHECK(error.hint == "write the value of a flag after '=', as in --stream=false");
}

TEST_CASE("a slug may be spelled like a command") {
  for (const auto* slug : {"config", "help", "create", "preset", "version", "true"})
    CHECK(understood({"preset", "create", slug}).arguments == Words{slug});
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

TEST_CASE("an unknown word gets the nearest one, at every depth") {
  CHECK(misunderstood({"presets", "create"}).hint == "did you mean 'preset'?");
  CHECK(misunderstood({"preset", "creat", "x"}).message == "unknown command 'preset creat'");
  CHECK(misunderstood({"preset", "creat", "x"}).hint == "did you mean 'preset create'?");
  CHECK(misunderstood({"preset", "create", "x", "--temprature", "1"}).hint ==
        "did you mean '--temperature'?");
  CHECK(misunderstood({"byok", "get", "x", "--outptu=json"}).message == "unknown flag '--outptu'");
  CHECK(misunderstood({"preset", "create", "x", "--no-stream"}).hint == "write --stream=false");
  CHECK(misunderstood({"preset", "create", "x", "--no-provider-zdr"}).hint ==
        "write --provider-zdr=false");
  CHECK(misunderstood({"preset", "plan", "--no-live"}).hint == "write --live=false");
  CHECK(misunderstood({"preset", "apply", "--no-dry-run"}).hint ==
        "leave it out: --dry-run is off unless you add it");
  CHECK(misunderstood({"byok", "get", "x", "-o", "jsn"}).hint.find("'json'") != std::string::npos);
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
  CHECK(misunderstood({"preset", "create", "s", "--dry-run="}).message ==
        "--dry-run takes no value, got ''");
  CHECK(misunderstood({"-q=1", "version"}).message ==
        "a short flag cannot be followed by '=', got '=1'");
}

TEST_CASE("what is missing is named") {
  CHECK(misunderstood({}).message == "no command given");
  CHECK(misunderstood({"preset"}).message ==
        "'preset' needs one of create, lint, plan, apply, "
        "check, render, state, forget, adopt, pull, list, get, versions, explain, drill");
  CHECK(misunderstood({"preset", "create"}).message.starts_with("'preset create' needs SLUG"));
  CHECK(misunderstood({"preset", "create", "x", "--body"}).message ==
        "--body needs FILE: body to start from: JSON, YAML or a curl command; - is standard input");
  CHECK(misunderstood({"preset", "create", "x", "y"}).message == "unexpected argument 'y'");
  CHECK(misunderstood({"preset", "create", "x", "--dry-run=no"}).message ==
        "--dry-run takes no value, got 'no'");
}

TEST_CASE("what was understood before the error is kept, so that the error can be shown as asked") {
  const auto parsed =
      spec::parse(Words{"--error-format", "json", "preset", "create", "x", "--nonsense"});
  REQUIRE_FALSE(parsed.has_value());
  CHECK(parsed.error().understood.settings == spec::SettingTexts{{"error_format", "json"}});
}

TEST_CASE("--version stands alone, because people mean that of a preset beside a command") {
  const auto apply = misunderstood({"preset", "apply", "--version", "3"});
  CHECK(apply.message ==
        "--version prints the version of mrctl, and cannot be used with 'preset apply'");
  CHECK(apply.hint == "no command sends an older version of a preset; apply the older file");
  CHECK(misunderstood({"--version", "config", "path"}).hint == "run 'mrctl --version'");
}

TEST_CASE("help needs no arguments") {
  CHECK(understood({"preset", "create", "--help"}).flags.help);
  CHECK(understood({"--version"}).flags.version);
  CHECK(understood({"preset", "apply", "--version", "--help"}).flags.help);
  CHECK(understood({"preset", "-h"}).flags.help);
}

TEST_CASE("arguments arrive as they are, whatever they look like") {
  const Words odd{"[a,b]", "[]", "[", "++", "\x02x", "{a}", "a,b", ""};
  auto line = Words{"emulator", "exec", "--", "printf"};
  append(line, odd);
  auto expected = Words{"printf"};
  append(expected, odd);
  CHECK(understood(line).arguments == expected);
  CHECK(understood({"preset", "create", "[a]"}).arguments == Words{"[a]"});
  CHECK(body_value(understood({"preset", "create", "x", "--set", "[a,b]"})) == "[a,b]");
  CHECK(misunderstood({"preset", "create", "x", "++"}).message == "unexpected argument '++'");
}

TEST_CASE("a line that lacks its last value is understood up to there") {
  const auto parsed = spec::parse(Words{"preset", "lint", "a.yaml", "-ojson", "--base"});
  REQUIRE_FALSE(parsed.has_value());
  CHECK(parsed.error().error.message.starts_with("--base needs FILE: "));
  CHECK(parsed.error().understood.command->name() == "preset lint");
  CHECK(parsed.error().understood.arguments == Words{"a.yaml"});
  CHECK(parsed.error().understood.settings.at("output") == "json");
}

TEST_CASE("words in front of a cursor say what the next word is") {
  const auto line =
      spec::read_words(Words{"-q", "preset", "create", "support", "--model=m", "-qo"});
  CHECK(line.command->name() == "preset create");
  CHECK(line.arguments == Words{"support"});
  CHECK(line.values_of("--model") == Words{"m"});
  REQUIRE(line.awaiting.has_value());
  CHECK(line.awaiting->name() == "--output");
  CHECK_FALSE(spec::read_words(Words{"preset", "lint", "--base", "-o"}).awaiting.has_value());
  CHECK(spec::read_words(Words{"preset"}).noun == "preset");
  CHECK(spec::read_words(Words{"preset", "lint", "--nope", "--", "-o"}).separator == 3);
}

TEST_CASE("what has no place in a line is kept apart, in its order") {
  CHECK(spec::read_words(Words{"foo", "preset", "-qxv", "lint", "a", "--nope=1", "---b"}).unknown ==
        Words{"foo", "-xv", "--nope=1"});
  CHECK(spec::read_words(Words{"version", "a", "-", "--"}).unknown == Words{"a", "-"});
  CHECK(spec::read_words(Words{"preset", "lint", "-1", "-q2"}).arguments == Words{"-1", "-2"});
}

TEST_CASE("a flag that takes one value is given once, global flags and booleans with a value too") {
  const auto said_of = [](const Words& words) { return misunderstood(words).message; };
  CHECK(said_of({"preset", "create", "a", "--model", "x", "--model", "x"}) ==
        "--model takes one value but was given more than once");
  CHECK(said_of({"-o", "json", "byok", "get", "x", "--output", "csv"}) ==
        "--output takes one value but was given more than once");
  CHECK(said_of({"preset", "create", "a", "--stream", "--stream=false"}) ==
        "--stream takes one value but was given more than once");
  CHECK(said_of({"preset", "create", "a", "--body", "x", "--body", "y"}) ==
        "--body takes one value but was given more than once");
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
  CHECK(misunderstood({"emulator", "serve", "--latency", "soon"}).message ==
        "--latency must be a duration such as 200ms, got 'soon'");
  CHECK(misunderstood({"emulator", "serve", "--seed", "-1"}).message ==
        "--seed must be a whole number from 0 to 4294967295, got '-1'");
  CHECK(misunderstood({"emulator", "serve", "--seed", "4294967296"}).message ==
        "--seed must be a whole number from 0 to 4294967295, got '4294967296'");
  CHECK(understood({"emulator", "serve", "--seed", "4294967295"}).flags.seed == 4294967295U);
  CHECK(misunderstood({"endpoints", "list", "--limit", "0"}).message ==
        "--limit must be a whole number from 1, got '0'");
}

TEST_CASE("a setting is known to be given, whatever its text") {
  const auto invocation = understood({"byok", "get", "x", "--retries", "many"});
  CHECK(invocation.gives(&spec::SettingValues::retries));
  CHECK_FALSE(invocation.gives(&spec::SettingValues::output));
}

TEST_CASE("a flag of other commands is told as such") {
  const auto hint_on = [](const Words& words) { return misunderstood(words).hint; };
  CHECK(hint_on({"preset", "create", "s", "--only-changed"}) ==
        "--only-changed is a flag of preset plan, preset apply, preset check");
  CHECK(hint_on({"emulator", "--listen", "x"}) ==
        "name a command first: mrctl emulator serve --listen");
  CHECK(hint_on({"emulator", "--port", "80"}) ==
        "name a command first, such as 'mrctl emulator serve', and use --listen HOST:PORT");
  CHECK(hint_on({"emulator", "exec", "mrctl", "version", "-o", "name"}) ==
        "put -- in front of the command: mrctl emulator exec -- mrctl …");
  CHECK(hint_on({"preset", "plan", "f", "-H", "a: b"}) == "-H is a flag of api");
  CHECK(hint_on({"byok", "get", "x", "--wher", "y"}) ==
        "did you mean '--where'? --where is a flag of endpoints list");
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

TEST_CASE("a flag named like an argument is told to be one") {
  CHECK(misunderstood({"endpoints", "list", "--model", "acme/tiny"}).hint ==
        "MODEL is an argument: mrctl endpoints list acme/tiny");
  CHECK(misunderstood({"byok", "get", "--id"}).hint == "ID is an argument: mrctl byok get ID");
}

TEST_CASE("a flag without its value is told what it needs") {
  const auto error = misunderstood({"endpoints", "list", "acme/tiny", "--sort"});
  CHECK(error.message == "--sort needs [-]COLUMN: sort by a column; '-' sorts in descending order");
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
