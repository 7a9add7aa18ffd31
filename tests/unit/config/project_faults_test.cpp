#include "mrctl/config/project.hpp"

#include "repository.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <utility>

using namespace mrctl::config;

namespace {

std::string repeated(std::string_view text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i)
    out += text;
  return out;
}

} // namespace

TEST_CASE("all faults are told together, each at its line") {
  const Repository repository;
  CHECK(repository.faults_of("presests = [\"a\"]\nstate = 1\nprofile = \"x\"\nassume = []\n"
                             "[targets.a]\nhosst = \"x\"\nstate = \"y\"\nhost = \"x/api\"\n"
                             "[targets.\"a b\"]\n[target.c]\n[[gates]]\nid = \"g\"\nat_least = 0\n"
                             "[[gates]]\nmax_cost = 0.02\n") ==
        "1 project.unknown-key /presests\n2 project.type /state\n"
        "3 project.unknown-key /profile\n4 project.value /assume\n"
        "6 project.unknown-key /targets/a/hosst\n7 project.unknown-key /targets/a/state\n"
        "8 project.value /targets/a/host\n9 project.value /targets/a b\n"
        "10 project.unknown-key /target\n13 project.value /gates/0/at_least\n"
        "14 project.missing-key /gates/1\n15 project.type /gates/1/max_cost\n");
}

TEST_CASE("a fault names what is meant, or how it is written") {
  const Repository repository;
  const std::string gate = "[[gates]]\nid = \"g\"\n";
  const std::pair<std::string, std::string> rows[]{
      {"presests = [\"a\"]\n", "; presets"},
      {"profile = \"x\"\n", "[targets.NAME]"},
      {"[targets.a]\nhosst = \"x\"\n", "; host"},
      {"[targets.a]\nstate = \"y\"\n", "above the first table"},
      {"[targets.a]\nlive = true\n", "--live"},
      {"[targets.a]\nhost = \"x/api\"\n", "router.example:8443"},
      {"[targets.\"a b\"]\n", "'a-b'"},
      {"[target.c]\n", "; targets"},
      {"default_target = \"stagin\"\n[targets.staging]\n", "; staging"},
      {"[[gates]]\nid = \"g\"\nmodels = [\"a/*\", \"a/b, c/d\"]\nat_least = 1\n",
       R"("a/b", "c/d")"},
      {"[[gates]]\nid = \"g\"\nrequire = [\"north,south\"]\n", R"("north", "south")"},
      {gate + "at_least = 1\nwhere = \"status=ok and uptime_1d>=97\"\n",
       R"(["status=ok", "uptime_1d>=97"])"},
      {gate + "at_least = \"3\"\n", "such as 3"},
      {gate + "max_cost = \"$0.07\"\nprompt_tokens = \"3k\"\n", R"(such as "0.07")"},
      {gate + "prompt_tokens = \"3k\"\nmax_cost = \"0.07\"\n", "such as 3000"},
      {gate + "max_cost = \"-1\"\n", "'-1'"},
      {gate + "max_cost = 0.02\n", R"("0.02")"},
      {"[[gates]]\nat_least = 1\n", "id = \""},
      {gate + "at_least = 1\n" + gate + "at_least = 1\n", "g-2"},
      {"assume = [\"privacy\"]\n", "must be one of data_collection, "},
      {"[known]\nzdr = [\"acme\"]\n", "name of a file"},
      {"state = [\"records\"]\n", "name of one folder"},
      {"state_branch = \"refs/heads/records\"\n", "write records"},
      {"[targets.a]\nslug_prefix = \"\"\n", "a non-empty text"},
      {"[targets.a]\nprofile = \"${X}\"\n", "set MRCTL_PROFILE"},
      {"[targets.a]\nworkspace = \"team\"\n", "1f0e4c1e-"},
      {gate + "at_least = 1\n[[waivers]]\ngate = \"g\"\npreset = [\"a\"]\nuntil = "
              "2026-12-31\nreason = \"r\"\n",
       "a table for each"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.first);
    const auto said = repository.first_fault(row.first);
    CHECK_MESSAGE(said.find(row.second) != std::string::npos, said);
  }
}

TEST_CASE("each element of a list that is wrong is told") {
  const Repository repository;
  CHECK(repository.faults_of("assume = [1, \"zdr\", \"zdrr\", 2]\n") ==
        "1 project.type /assume\n1 project.value /assume/2\n1 project.type /assume\n");
}

TEST_CASE("a key of too many parts, or too many values, is one problem at its line") {
  const Repository repository;
  std::string deep = "a";
  for (int i = 0; i < 30'000; ++i)
    deep += ".a";
  CHECK(repository.faults_of("# 1.2.3\nx = \"a.b\"\n" + deep + " = 1\n") == "3 config.syntax \n");
  CHECK(repository.faults_of("[[" + deep + "]]\n") == "1 config.syntax \n");
  CHECK(repository.faults_of("presets = [\n" + repeated("1,", 100'000) + "]\n") ==
        "2 config.syntax \n");
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
  CHECK(repository.faults_of(gates) == "3001 project.value /gates\n");
  CHECK(repository.faults_of(targets) == "1001 project.value /targets\n");
  CHECK(repository.faults_of("[[gates]]\nid=\"g0\"\nat_least=1\n" + waivers) ==
        "5004 project.value /waivers\n");
  const auto gate = std::string("[[gates]]\nid=\"g\"\nat_least=1\n");
  CHECK(repository.faults_of(gate + "where=[\n" + repeated("\"a=1\",\n", 1001) + "]\n") ==
        "1005 project.value /gates/0/where\n");
  CHECK(repository.faults_of(gate + "presets=[\n" + repeated("\"a\",\n", 10'001) + "]\n") ==
        "10005 project.value /gates/0/presets\n");
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
  CHECK(refused.error().problems.front().suggestion.text.ends_with("abcdefgh9 and 990 more"));
}

TEST_CASE("a reason has a visible character, and a target is not called .git") {
  const Repository repository;
  const auto reason = [&](const std::string& text) {
    return repository.faults_of("[[gates]]\nid=\"g\"\nat_least=1\n[[waivers]]\ngate=\"g\"\n"
                                "preset=\"p\"\nuntil=2026-12-31\nreason=\"" +
                                text + "\"\n");
  };
  for (const auto* text : {" ", "\u00A0", "\u200B\u3000", "\u2800", "\uFE0F"})
    CHECK(reason(text) == "8 project.value /waivers/0/reason\n");
  for (const auto* text : {"x", " \u00E9", "\u4E2D", "\U0001F600"})
    CHECK(reason(text).empty());
  CHECK(repository.faults_of("[targets.\".GIT\"]\n").starts_with("1 project.value "));
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
                .starts_with(line + " project.forbidden-key "));
    }
  CHECK(repository.first_fault("base_url = \"x\"\n").find("; use --base-url") != std::string::npos);
  CHECK(repository.first_fault("insecure = true\n").ends_with("; use --insecure"));
  CHECK(repository.first_fault("token = \"sk-fake\"\n").find("; set MRCTL_API_KEY") !=
        std::string::npos);
  CHECK(repository.faults_of("[profiles.a]\n").starts_with("1 project.forbidden-key"));
  const auto refused = repository.read("api_key = \"sk-fake\"\n");
  CHECK(refused.error().problems.front().place->line_text.empty());
}

TEST_CASE("names of targets and gates must be there, and gates need a condition") {
  const Repository repository;
  CHECK(repository.faults_of(
            "default_target = \"stagin\"\n[targets.staging]\n[targets.prod]\n[[gates]]\nid = "
            "\"price\"\ntargets = [\"prodd\"]\n[[gates]]\nid = \"price\"\nmax_cost = \"-1\"\n"
            "[[gates]]\nid = \"b\"\nwhere = [\"x\"]\nimages = 1\n"
            "[[waivers]]\ngate = \"pric\"\npreset = \"a\"\nuntil = \"2026-12-31\"\nreason = \"\"\n"
            "[[waivers]]\ngate = \"price\"\npreset = \"a\"\nuntil = 2026-12-31T00:00:00Z\n") ==
        "1 project.unknown-name /default_target\n3 project.duplicate /targets/prod\n"
        "4 project.missing-key /gates/0\n6 project.unknown-name /gates/0/targets\n"
        "8 project.duplicate /gates/1/id\n9 project.value /gates/1/max_cost\n"
        "10 project.missing-key /gates/2\n12 project.missing-key /gates/2\n"
        "13 project.missing-key /gates/2\n15 project.unknown-name /waivers/0/gate\n"
        "17 project.type /waivers/0/until\n18 project.value /waivers/0/reason\n"
        "19 project.missing-key /waivers/1\n22 project.type /waivers/1/until\n");
  CHECK(repository.faults_of("[[gates]]\nid = \"a\"\nat_least = 1\n[[waivers]]\ngate = "
                             "\"a\"\npreset = \"b\"\nuntil = 2026-12-31\nreason = \"c\"\n"
                             "[[waivers]]\ngate = \"a\"\npreset = \"b\"\nuntil = 2027-12-31\n"
                             "reason = \"d\"\n") == "9 project.duplicate /waivers/1\n");
}

TEST_CASE("targets differ in where they write, and a workspace is a UUID") {
  const Repository repository;
  const std::string east = "[targets.east]\nhost = \"a.example\"\n";
  const std::string west = "[targets.west]\nbases = [\"west.yaml\"]\nhost = \"a.example\"\n";
  CHECK(repository.faults_of(east + west) == "3 project.duplicate /targets/west\n");
  for (const std::string key : {"profile", "slug_prefix"})
    CHECK(repository.faults_of(east + west + key + " = \"w\"\n").empty());
  CHECK(repository.faults_of(east + west + "workspace = \"0A0e4c1e-0000-4000-8000-00000000000f\"\n")
            .empty());
  CHECK(repository.faults_of(east + west + "workspace = \"team-west\"\n") ==
        "6 project.value /targets/west/workspace\n");
}

TEST_CASE("a table where an array is needed, or the other way round, is a fault") {
  const Repository repository;
  CHECK(repository.faults_of("[[targets]]\n") == "1 project.type /targets\n");
  CHECK(repository.faults_of("[gates]\nid = \"a\"\n") == "1 project.type /gates\n");
  CHECK(repository.faults_of("state = \n").starts_with("1 config.syntax"));
}
