#include "mrctl/config/project.hpp"
#include "mrctl/config/settings.hpp"

#include "fixture.hpp"
#include "unit/base/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <string_view>

using namespace mrctl::config;

namespace {

constexpr std::string_view whole = R"(presets = ["presets"]
bases = ["presets/_base.yaml"]
state = ".mrctl"
assume = ["zdr", "data_collection"]
default_target = "staging"

[targets.staging]
profile = "staging"
host = "staging.router.example:8443"
bases = ["environments/staging.yaml"]
slug_prefix = "staging-"

[targets.production]
host = "router.example"
workspace = "1f0e4c1e-0000-4000-8000-000000000000"
apply_needs_plan = true

[[gates]]
id = "enough-endpoints"
presets = ["support*"]
models = ["acme/*"]
targets = ["production"]
at_least = 2
where = ["uptime >= 99"]

[[gates]]
id = "price"
max_cost = "0.02"
prompt_tokens = 2000
completion_tokens = 500
images = 1
require = ["acme"]
no_dead_entries = true
allow_empty = true

[[waivers]]
gate = "enough-endpoints"
preset = "support-eu"
model = "acme/large"
until = 2026-12-31
reason = "northlake is being replaced"
)";

std::string repeated(std::string_view text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i)
    out += text;
  return out;
}

// A repository with a folder and a project file in it.
struct Repository {
  TemporaryFolder folder;

  Repository() { folder.write("repository/.git/HEAD", ""); }

  [[nodiscard]] std::string file() const { return folder / "repository/team/mrctl.toml"; }
  [[nodiscard]] mrctl::Result<Project> read(std::string_view text) const {
    folder.write("repository/team/mrctl.toml", text);
    return read_project(file(), std::string(text));
  }
  // Returns "LINE RULE: MESSAGE (SUGGESTION)" for each fault.
  [[nodiscard]] std::string faults_of(std::string_view text) const {
    const auto project = read(text);
    if (project) return {};
    CHECK(project.error().kind == mrctl::ErrorKind::usage);
    std::string out;
    for (const auto& problem : project.error().problems) {
      CHECK(problem.place->file == file());
      out += std::to_string(problem.place->line) + " " + problem.rule + ": " + problem.message;
      if (!problem.suggestion.empty()) out += " (" + problem.suggestion + ")";
      out += "\n";
    }
    return out;
  }
};

} // namespace

TEST_CASE("a project file is read with all its keys, and paths start at its folder") {
  const Repository repository;
  const auto project = repository.read(whole);
  REQUIRE(project.has_value());
  const auto team = repository.folder / "repository/team/";
  CHECK(project->presets == std::vector<std::string>{team + "presets"});
  CHECK(project->bases == std::vector<std::string>{team + "presets/_base.yaml"});
  CHECK(project->state == team + ".mrctl");
  CHECK(project->assume == std::vector<std::string>{"zdr", "data_collection"});
  CHECK(project->default_target == "staging");
  CHECK(project->lines.at("state") == 3);

  REQUIRE(project->targets.size() == 2);
  const auto* staging = find_target(*project, "staging");
  REQUIRE(staging != nullptr);
  CHECK(staging->profile == "staging");
  CHECK(staging->host == "staging.router.example:8443");
  CHECK(staging->bases == std::vector<std::string>{team + "environments/staging.yaml"});
  CHECK(staging->slug_prefix == "staging-");
  CHECK(staging->line == 7);
  CHECK_FALSE(staging->apply_needs_plan);
  CHECK(find_target(*project, "production")->apply_needs_plan);
  CHECK(find_target(*project, "production")->lines.at("workspace") == 15);
  CHECK(find_target(*project, "test") == nullptr);

  REQUIRE(project->gates.size() == 2);
  const auto& enough = project->gates.front();
  CHECK(enough.id == "enough-endpoints");
  CHECK(enough.at_least == 2U);
  CHECK(enough.where.size() == 1);
  CHECK(enough.line == 18);
  const auto& price = project->gates.back();
  CHECK(price.max_cost == mrctl::Decimal::parse("0.02"));
  CHECK(price.prompt_tokens == 2000U);
  CHECK(price.images == 1U);
  CHECK(price.no_dead_entries);
  CHECK(price.allow_empty);

  REQUIRE(project->waivers.size() == 1);
  CHECK(project->waivers.front().until == "2026-12-31");
  CHECK(project->waivers.front().model == "acme/large");
  CHECK(project->waivers.front().line == 36);
}

TEST_CASE("an empty project file sets nothing") {
  const auto project = Repository().read("");
  REQUIRE(project.has_value());
  CHECK(project->targets.empty());
  CHECK(project->state.empty());
}

TEST_CASE("a file whose name has no folder leads to paths of the current one") {
  const auto project = read_project("mrctl.toml", "presets = [\"./presets/\"]\n");
  REQUIRE(project.has_value());
  CHECK(project->presets == std::vector<std::string>{"presets"});
  CHECK(read_project("../mrctl.toml", "state = \".\"\n")->state == "..");
}

TEST_CASE("all faults are told together, each at its line, with the nearest name") {
  const Repository repository;
  CHECK(repository.faults_of("presests = [\"a\"]\nstate = 1\nprofile = \"x\"\nassume = []\n"
                             "[targets.a]\nhosst = \"x\"\nstate = \"y\"\nhost = \"x/api\"\n"
                             "[targets.\"a b\"]\n[target.c]\n[[gates]]\nid = \"g\"\nat_least = 0\n"
                             "[[gates]]\nmax_cost = 0.02\n") ==
        "1 project.unknown-key: unknown key 'presests' (presets)\n"
        "2 project.type: state must be a string, got an integer\n"
        "3 project.unknown-key: 'profile' belongs to a target (put it under [targets.NAME])\n"
        "4 project.value: assume must not be empty (remove the key, or name something)\n"
        "6 project.unknown-key: unknown key 'hosst' (host)\n"
        "7 project.unknown-key: 'state' does not belong to a target (put it above the first "
        "table)\n"
        "8 project.value: host must be a host, or a host and a port, got 'x/api' (write "
        "router.example or router.example:8443)\n"
        "9 project.value: a target's name must be a name of letters, digits, '.', '_' and '-', "
        "not '.git' or dots alone, got 'a b' (a-b)\n"
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
      CHECK(repository.faults_of(table + key + " = \"sk-fake\"\n") ==
            line + " project.forbidden-key: '" + key +
                "': a project file may not set it (use a flag, a variable or your own "
                "configuration)\n");
    }
  CHECK(repository.faults_of("[profiles.a]\n").starts_with("1 project.forbidden-key"));
  const auto refused = repository.read("api_key = \"sk-fake\"\n");
  CHECK(refused.error().problems.front().place->line_text.empty());
}

TEST_CASE("paths that leave the repository are refused") {
  const Repository repository;
  repository.folder.write("outside/secret.yaml", "model: acme/large\n");
  repository.folder.write("repository/shared/_base.yaml", "model: acme/large\n");
  const auto link = [&](std::string_view to, std::string_view name) {
    std::filesystem::create_symlink(to, repository.folder / name);
  };
  repository.folder.write("repository/team/a.yaml", "");
  link("../../outside", "repository/team/out");
  link("../../nowhere", "repository/team/dangling");
  link("../shared", "repository/team/shared");
  const auto fault = [&](const std::string& path) {
    return repository.faults_of("state = \"" + path + "\"\n");
  };
  const auto says = [](const std::string& path, const std::string& why) {
    return "1 project.outside: state must stay in the repository; '" + path + "' " + why +
           " (use a path in the repository, relative to the project file)\n";
  };
  CHECK(fault("/tmp/x") == says("/tmp/x", "is absolute"));
  CHECK(fault("../../x") == says("../../x", "leads out of it"));
  CHECK(fault("a/../../../x") == says("a/../../../x", "leads out of it"));
  CHECK(fault("out/x") == says("out/x", "leads out of it by a link"));
  CHECK(fault("dangling/x") == says("dangling/x", "leads out of it by a link"));
  CHECK(fault("../.git/hooks") == says("../.git/hooks", "leads into .git"));
  CHECK(fault("../.GIT") == says("../.GIT", "leads into .git"));
  CHECK(fault("../shared").empty());
  CHECK(fault("shared/x").empty());
  CHECK(repository.faults_of("bases = [\"out/secret.yaml\"]\n").find("by a link") !=
        std::string::npos);
  CHECK(repository.faults_of("presets = [\"-\"]\n") ==
        "1 project.value: presets must name a file or folder, got '-'\n");
}

TEST_CASE("without a repository, paths must stay in the folder of the file") {
  const TemporaryFolder folder;
  const auto file = folder.write("team/mrctl.toml", "");
  CHECK(read_project(file, "state = \"state\"\n").has_value());
  CHECK_FALSE(read_project(file, "state = \"../state\"\n").has_value());
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
        "no_dead_entries = true\n"
        "6 project.unknown-name: the file has no target 'prodd' (prod)\n"
        "8 project.duplicate: two gates have the id 'price'\n"
        "9 project.value: max_cost must be a decimal number that is not negative, got '-1'\n"
        "10 project.missing-key: a gate needs a condition: at_least, max_cost, require, "
        "no_dead_entries = true\n"
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

TEST_CASE(
    "a project stands between the variables and the profile, and its target's name is its own") {
  Home home;
  home.write_config("[profiles.default]\ntarget = \"mine\"\n[profiles.team]\nretries = 5\n");
  auto project = read_project("mrctl.toml", "state = \"records\"\n[targets.staging]\nprofile = "
                                            "\"team\"\n");
  REQUIRE(project.has_value());
  project->target = "staging";
  const auto load_with = [&](const mrctl::spec::SettingTexts& flags) {
    return load(flags, home.environment, Missing::refuse, Faults::refuse, *project).value();
  };
  const auto settings = load_with({});
  CHECK(settings.profile == "team");
  CHECK(settings.retries == 5);
  CHECK(settings.state == "records");
  CHECK(settings.target == "staging");
  CHECK(find_value(settings, "state")->origin.detail == "from mrctl.toml:1");
  CHECK(find_value(settings, "target")->origin.detail == "from mrctl.toml:2");
  CHECK(find_value(settings, "profile")->origin.kind == OriginKind::project);
  CHECK(load_with({{"state", "other"}, {"profile", "default"}}).state == "other");
  home.environment.variables["MRCTL_PROFILE"] = "default";
  CHECK(load_with({}).target == "staging");
  CHECK(load_with({}).retries == 2);
  project->target.clear();
  CHECK(load_with({}).target.empty());
}

TEST_CASE("the text of a project is read as that project") {
  Project project;
  project.presets = {"presets", "eu presets"};
  project.bases = {"presets/_base.yaml"};
  project.state = ".mrctl";
  project.default_target = "a.b";
  project.targets.resize(2);
  project.targets[0].name = "a.b";
  project.targets[0].host = "router.example";
  project.targets[1].name = "production";
  project.targets[1].apply_needs_plan = true;
  const auto again = read_project("mrctl.toml", project_text(project));
  REQUIRE(again.has_value());
  CHECK(again->presets == project.presets);
  CHECK(again->bases == project.bases);
  CHECK(again->state == project.state);
  CHECK(again->default_target == "a.b");
  CHECK(again->targets.front().host == "router.example");
  CHECK(again->targets.back().apply_needs_plan);
  CHECK(again->assume.empty());
}
