#include "mrctl/config/project.hpp"
#include "mrctl/config/settings.hpp"

#include "fixture.hpp"
#include "repository.hpp"

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
  for (const auto* path :
       {"/tmp/x", "../../x", "a/../../../x", "out/x", "dangling/x", "../.git/hooks", "../.GIT"})
    CHECK_MESSAGE(fault(path) == "1 project.outside /state\n", path);
  CHECK(fault("../shared").empty());
  CHECK(fault("shared/x").empty());
  CHECK(repository.first_fault("bases = [\"out/secret.yaml\"]\n").find("by a link") !=
        std::string::npos);
  CHECK(repository.faults_of("presets = [\"-\"]\n") == "1 project.value /presets/0\n");
}

TEST_CASE("without a repository, paths must stay in the folder of the file") {
  const TemporaryFolder folder;
  const auto file = folder.write("team/mrctl.toml", "");
  CHECK(read_project(file, "state = \"state\"\n").has_value());
  CHECK_FALSE(read_project(file, "state = \"../state\"\n").has_value());
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
