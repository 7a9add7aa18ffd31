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
