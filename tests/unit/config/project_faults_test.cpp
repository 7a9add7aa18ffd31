#include "mrctl/config/project.hpp"

#include "repository.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace mrctl::config;

namespace {

std::string repeated(std::string_view text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i)
    out += text;
  return out;
}

} // namespace

TEST_CASE("all faults are told together, each at its line, with the nearest name") {
  const Repository repository;
  CHECK(repository.faults_of("presests = [\"a\"]\nstate = 1\nprofile = \"x\"\nassume = []\n"
                             "[targets.a]\nhosst = \"x\"\nstate = \"y\"\nhost = \"x/api\"\n"
                             "[targets.\"a b\"]\n[target.c]\n[[gates]]\nid = \"g\"\nat_least = 0\n"
                             "[[gates]]\nmax_cost = 0.02\n") ==
        "1 project.unknown-key: unknown key 'presests' (presets)\n"
        "2 project.type: state must be a string, got an integer\n"
        "3 project.unknown-key: 'profile' belongs to a target (put it under [targets.NAME])\n"
        "4 project.value: assume must not be empty (remove the key, or give a value)\n"
        "6 project.unknown-key: unknown key 'hosst' (host)\n"
        "7 project.unknown-key: 'state' does not belong to a target (put it above the first "
        "table)\n"
        "8 project.value: host must be a host, or a host and a port, got 'x/api' (write "
        "router.example or router.example:8443)\n"
        "9 project.value: a target's name must be a name of letters, digits, '.', '_' and '-', "
        "not '.git' or dots alone, got 'a b' (did you mean 'a-b'?)\n"
        "10 project.unknown-key: unknown key 'target' (targets)\n"
        "13 project.value: at_least must be 1 or more, got 0\n"
        "14 project.missing-key: a gate needs the key 'id' (add id = \"enough-endpoints\")\n"
        "15 project.type: max_cost must be a decimal number in quotes, such as \"0.02\", got a "
        "number\n");
}

TEST_CASE("an entry of a list of tags or models is one of them") {
  const Repository repository;
  CHECK(repository.faults_of("[[gates]]\nid = \"g\"\nmodels = [\"acme/*\", \"hooli/a, hooli/b\"]\n"
                             "require = [\"north,south\"]\n") ==
        "3 project.value: models must be one name, got 'hooli/a, hooli/b' (write \"hooli/a\", "
        "\"hooli/b\")\n"
        "4 project.value: require must be one name, got 'north,south' (write \"north\", "
        "\"south\")\n");
}

TEST_CASE("a key of too many parts, or too many values, is one problem at its line") {
  const Repository repository;
  std::string deep = "a";
  for (int i = 0; i < 30'000; ++i)
    deep += ".a";
  CHECK(repository.faults_of("# 1.2.3\nx = \"a.b\"\n" + deep + " = 1\n") ==
        "3 config.syntax: a key of more than 16 parts\n");
  CHECK(repository.faults_of("[[" + deep + "]]\n") ==
        "1 config.syntax: a key of more than 16 parts\n");
  CHECK(repository.faults_of("presets = [\n" + repeated("1,", 100'000) + "]\n") ==
        "2 config.syntax: more than 100,000 values\n");
  CHECK(repository
            .faults_of("state = \"" + repeated("a.", 100) + "\" # " + repeated("=", 200'000) + "\n")
            .empty());
}

TEST_CASE("the first record, condition, target or name too many is refused at its line") {
  const Repository repository;
  std::string gates;
  std::string targets;
  std::string waivers;
  for (int i = 0; i < 1001; ++i) {
    const auto n = std::to_string(i);
    gates += "[[gates]]\nid=\"g" + n + "\"\nat_least=1\n";
    targets += "targets.t" + n + ".slug_prefix=\"" + n + "-\"\n";
    waivers += "[[waivers]]\ngate=\"g0\"\npreset=\"p" + n + "\"\nuntil=2026-12-31\nreason=\"r\"\n";
  }
  CHECK(repository.faults_of(gates) ==
        "3001 project.value: a project file has at most 1000 gates\n");
  CHECK(repository.faults_of(targets) ==
        "1001 project.value: a project file has at most 1000 targets\n");
  CHECK(repository.faults_of("[[gates]]\nid=\"g0\"\nat_least=1\n" + waivers) ==
        "5004 project.value: a project file has at most 1000 waivers\n");
  const auto gate = std::string("[[gates]]\nid=\"g\"\nat_least=1\n");
  CHECK(repository.faults_of(gate + "where=[\n" + repeated("\"a=1\",\n", 1001) + "]\n") ==
        "1005 project.value: a project file has at most 1000 conditions\n");
  CHECK(repository.faults_of(gate + "presets=[\n" + repeated("\"a\",\n", 10'001) + "]\n") ==
        "10005 project.value: a project file has at most 10000 names and patterns in lists\n");
}

TEST_CASE("of many problems the first hundred are told, each with few names") {
  const Repository repository;
  std::string text;
  for (int i = 0; i < 1000; ++i)
    text += "targets.abcdefgh" + std::to_string(i) + ".slug_prefix=\"" + std::to_string(i) + "\"\n";
  text += "[[gates]]\nid=\"g\"\nat_least=1\ntargets=[" + repeated("\"z\",", 9000) + "]\n";
  const auto refused = repository.read(text);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().problems.size() == 100);
  CHECK(refused.error().message.starts_with("9000 errors in "));
  CHECK(refused.error().message.ends_with("; the first 100 are shown"));
  CHECK(refused.error().problems.front().suggestion.ends_with("abcdefgh9 and 990 more"));
}

TEST_CASE("a reason has a visible character, and a target is not called .git") {
  const Repository repository;
  const auto reason = [&](const std::string& text) {
    return repository.faults_of("[[gates]]\nid=\"g\"\nat_least=1\n[[waivers]]\ngate=\"g\"\n"
                                "preset=\"p\"\nuntil=2026-12-31\nreason=\"" +
                                text + "\"\n");
  };
  for (const auto* text : {" ", "\u00A0", "\u200B\u3000", "\u2800", "\uFE0F"})
    CHECK(reason(text) == "8 project.value: reason must say why, in visible characters\n");
  for (const auto* text : {"x", " \u00E9", "\u4E2D", "\U0001F600"})
    CHECK(reason(text).empty());
  CHECK(
      repository.faults_of("[targets.\".GIT\"]\n").starts_with("1 project.value: a target's name"));
  CHECK(repository.faults_of("[targets.\".github\"]\n").empty());
}

TEST_CASE("what says where requests and keys go, or runs a program, may not be set") {
  const Repository repository;
  for (const auto* key :
       {"base_url", "proxy", "ca_cert", "client_cert", "client_key", "api_key_file",
        "credential_command", "insecure", "api_key", "token", "config", "base-url"})
    for (const std::string table : {"", "[targets.a]\n", "[[gates]]\nid=\"g\"\nat_least=1\n"}) {
      CAPTURE(key);
      const auto line = std::to_string(1 + std::count(table.begin(), table.end(), '\n'));
      CHECK(repository.faults_of(table + key + " = \"sk-fake\"\n")
                .starts_with(line + " project.forbidden-key: '" + key +
                             "': a project file may not set it ("));
    }
  CHECK(
      repository.faults_of("base_url = \"x\"\n")
          .ends_with("(use --base-url or MRCTL_BASE_URL or 'mrctl config set base_url VALUE')\n"));
  CHECK(repository.faults_of("insecure = true\n").ends_with("(use --insecure)\n"));
  CHECK(repository.faults_of("token = \"sk-fake\"\n")
            .ends_with("(set MRCTL_API_KEY, or run 'mrctl auth login')\n"));
  CHECK(repository.faults_of("[profiles.a]\n").starts_with("1 project.forbidden-key"));
  const auto refused = repository.read("api_key = \"sk-fake\"\n");
  CHECK(refused.error().problems.front().place->line_text.empty());
}

TEST_CASE("a target that asks for what is live is answered with the flag") {
  const Repository repository;
  CHECK(repository.faults_of("[targets.a]\nlive = true\n") ==
        "2 project.unknown-key: unknown key 'live' (use --live on the command line; 'mrctl preset "
        "apply' looks anyway)\n");
}

TEST_CASE("names of targets and gates must be there, and gates need a condition") {
  const Repository repository;
  CHECK(repository.faults_of(
            "default_target = \"stagin\"\n[targets.staging]\n[targets.prod]\n[[gates]]\nid = "
            "\"price\"\ntargets = [\"prodd\"]\n[[gates]]\nid = \"price\"\nmax_cost = \"-1\"\n"
            "[[gates]]\nid = \"b\"\nwhere = [\"x\"]\nimages = 1\n"
            "[[waivers]]\ngate = \"pric\"\npreset = \"a\"\nuntil = \"2026-12-31\"\nreason = \"\"\n"
            "[[waivers]]\ngate = \"price\"\npreset = \"a\"\nuntil = 2026-12-31T00:00:00Z\n") ==
        "1 project.unknown-name: the file has no target 'stagin' (staging)\n"
        "3 project.duplicate: the targets 'staging' and 'prod' write the same presets (give each "
        "its own profile, host, workspace or slug_prefix)\n"
        "4 project.missing-key: a gate needs a condition: at_least, max_cost, require, "
        "no_dead_entries = true, survives_a_provider = true\n"
        "6 project.unknown-name: the file has no target 'prodd' (prod)\n"
        "8 project.duplicate: two gates have the id 'price' (give one of them another, such as "
        "price-2)\n"
        "9 project.value: max_cost must be a decimal number that is not negative, got '-1' (write "
        "USD "
        "alone, such as \"0.02\")\n"
        "10 project.missing-key: a gate needs a condition: at_least, max_cost, require, "
        "no_dead_entries = true, survives_a_provider = true\n"
        "12 project.missing-key: where needs at_least\n"
        "13 project.missing-key: images needs max_cost\n"
        "15 project.unknown-name: the file has no gate 'pric' (price)\n"
        "17 project.type: until must be a date without quotes, such as 2026-12-31, got a string\n"
        "18 project.value: reason must be a non-empty text without control characters\n"
        "19 project.missing-key: a waiver needs the key 'reason' (add reason = \"northlake is "
        "being replaced\")\n"
        "22 project.type: until must be a date without quotes, such as 2026-12-31, got a time\n");
  CHECK(repository.faults_of("[[gates]]\nid = \"a\"\nat_least = 1\n[[waivers]]\ngate = "
                             "\"a\"\npreset = \"b\"\nuntil = 2026-12-31\nreason = \"c\"\n"
                             "[[waivers]]\ngate = \"a\"\npreset = \"b\"\nuntil = 2027-12-31\n"
                             "reason = \"d\"\n") ==
        "9 project.duplicate: two waivers of 'a' are for 'b'\n");
}

TEST_CASE("targets differ in where they write, and a workspace is a UUID") {
  const Repository repository;
  const std::string east = "[targets.east]\nhost = \"a.example\"\n";
  const std::string west = "[targets.west]\nbases = [\"west.yaml\"]\nhost = \"a.example\"\n";
  CHECK(repository.faults_of(east + west) ==
        "3 project.duplicate: the targets 'east' and 'west' write the same presets (give each its "
        "own profile, host, workspace or slug_prefix)\n");
  for (const std::string key : {"profile", "slug_prefix"})
    CHECK(repository.faults_of(east + west + key + " = \"w\"\n").empty());
  CHECK(repository.faults_of(east + west + "workspace = \"0A0e4c1e-0000-4000-8000-00000000000f\"\n")
            .empty());
  CHECK(repository.faults_of(east + west + "workspace = \"team-west\"\n") ==
        "6 project.value: workspace must be a UUID, got 'team-west' (write it as the service shows "
        "it: 1f0e4c1e-0000-4000-8000-000000000000)\n");
}

TEST_CASE("a table where an array is needed, or the other way round, is a fault") {
  const Repository repository;
  CHECK(repository.faults_of("[[targets]]\n") ==
        "1 project.type: targets must be a table for each target, such as [targets.staging], got "
        "an array\n");
  CHECK(repository.faults_of("[gates]\nid = \"a\"\n") ==
        "1 project.type: gates must be tables, each of which begins with [[gates]], got a table\n");
  CHECK(repository.faults_of("state = \n").starts_with("1 config.syntax"));
}

TEST_CASE("a value of another type is answered with how it is written") {
  const Repository repository;
  const auto has = [&](const std::string& text, const std::string& part) {
    const auto faults = repository.faults_of(text);
    CHECK_MESSAGE(faults.find(part) != std::string::npos, faults);
  };
  const std::string gate = "[[gates]]\nid = \"g\"\n";
  has(gate + "at_least = 1\nwhere = \"status=ok and uptime_1d>=97\"\n",
      R"((write ["status=ok", "uptime_1d>=97"]))");
  has(gate + "at_least = \"3\"\n", "(write a number without quotes, such as 3)");
  has(gate + "max_cost = \"$0.07\"\nprompt_tokens = \"3k\"\n", R"(such as "0.07")");
  has(gate + "max_cost = \"0.07\"\nprompt_tokens = \"3k\"\n", "such as 3000)");
  has("assume = [\"privacy\"]\n", "(one of data_collection, ");
  has("[known]\nzdr = [\"acme\"]\n", "(write the name of a file that lists them, one a line)");
  has(gate + "at_least = 1\n[[waivers]]\ngate = \"g\"\npreset = [\"a\"]\n", "a table for each");
}
