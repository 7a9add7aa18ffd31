#include "mrctl/config/project.hpp"

#include "unit/base/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mrctl::config;

TEST_CASE("lists that decide checks are files beside the project file, one for each check") {
  const TemporaryFolder folder;
  const auto read = [&](std::string text) { return read_project(folder / "mrctl.toml", text); };
  const auto project = read("unlisted = [\"acme/auto*\", \"router/*\"]\n[known]\n"
                            "zdr = \"lists/zdr.txt\"\ndata_collection = \"d.json\"\n");
  REQUIRE(project.has_value());
  CHECK(project->unlisted == std::vector<std::string>{"acme/auto*", "router/*"});
  CHECK(known_lists_of(*project) ==
        std::vector<std::string>{"data_collection=" + (folder / "d.json"),
                                 "zdr=" + (folder / "lists/zdr.txt")});
  const auto rules = [&](std::string text) {
    std::string out;
    const auto faulty = read(std::move(text));
    REQUIRE_FALSE(faulty.has_value());
    for (const auto& problem : faulty.error().problems)
      out += std::to_string(problem.place->line) + " " + problem.rule + " " + problem.path + "; ";
    return out;
  };
  CHECK(rules("known = 1\n") == "1 project.type /known; ");
  CHECK(rules("assume = [\"zdr\"]\n[known]\nzdr = \"a.txt\"\nservice_tier = \"b\"\n"
              "enforce_distillable_text = \"../x\"\n") ==
        "3 project.duplicate /known/zdr; 4 project.unknown-key /known/service_tier; "
        "5 project.outside /known/enforce_distillable_text; ");
}

TEST_CASE("patterns know no brackets, in gates, waivers and unlisted models") {
  const TemporaryFolder folder;
  const auto project =
      read_project(folder / "mrctl.toml", "unlisted = [\"acme/[ab]*\"]\n[[gates]]\nid = \"g\"\n"
                                          "at_least = 1\npresets = [\n  \"support*\",\n"
                                          "  \"s[ab]\",\n]\nmodels = [\"[a]\"]\n[[waivers]]\n"
                                          "gate = \"g\"\npreset = \"[a]\"\nmodel = \"[b]\"\n"
                                          "until = 2026-12-31\nreason = \"r\"\n");
  REQUIRE_FALSE(project.has_value());
  std::string lines;
  for (const auto& problem : project.error().problems)
    lines += std::to_string(problem.place->line) + " " + problem.path + "; ";
  CHECK(lines == "1 /unlisted/0; 7 /gates/0/presets/1; 9 /gates/0/models/0; "
                 "12 /waivers/0/preset; 13 /waivers/0/model; ");
}
