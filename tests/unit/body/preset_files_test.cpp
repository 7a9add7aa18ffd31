#include "presets.hpp"

#include <filesystem>

using namespace mrctl;
using namespace mrctl::body;

TEST_CASE("the slug is the name of the file without its last ending, behind the prefix") {
  PresetDesk desk;
  for (const auto* name : {"presets/support.yaml", "presets/support.v2.json", "presets/eu/sql.yml"})
    desk.folder.write(name, "model: a\n");
  CHECK(desk.found() == "sql presets/eu/sql.yml\nsupport.v2 presets/support.v2.json\n"
                        "support presets/support.yaml\n");
  desk.flags = {"--slug-prefix", "staging-"};
  CHECK(desk.found() == "staging-sql presets/eu/sql.yml\n"
                        "staging-support.v2 presets/support.v2.json\n"
                        "staging-support presets/support.yaml\n");
}

TEST_CASE("files stand in the order of the arguments, then of path bytes, each once") {
  PresetDesk desk;
  for (const auto* name : {"presets/a/x.yaml", "presets/a-b.yaml", "presets/z.yaml"})
    desk.folder.write(name, "model: a\n");
  desk.paths = {"presets/z.yaml", "presets", "presets/a/../a-b.yaml", "presets//a/x.yaml"};
  CHECK(desk.found() == "z presets/z.yaml\na-b presets/a-b.yaml\nx presets/a/x.yaml\n");
  CHECK(desk.files()->at(1).argument == 1);
}

TEST_CASE("a file that is named outright is a preset, whatever its ending, unless it is a base") {
  PresetDesk desk;
  for (const auto* name : {"presets/_draft.yaml", "presets/.hidden", "presets/plain",
                           "environments/live.yaml", "_all/live.yaml"})
    desk.folder.write(name, "model: a\n");
  desk.paths = {"presets/plain", "_all"};
  CHECK(desk.found() == "plain presets/plain\nlive _all/live.yaml\n");
  desk.bases = {"environments/live.yaml"};
  for (const auto* base :
       {"presets/_draft.yaml", "presets/.hidden", "environments/../environments/live.yaml"}) {
    desk.paths = {"presets/plain", base};
    CHECK(desk.found() == std::string(base) + " is a base, not a preset\n");
  }
  desk.paths = {"environments", "_all"};
  CHECK(desk.found() == "live _all/live.yaml\n");
  desk.paths = {"presets"};
  CHECK(desk.found().starts_with("no preset found in presets\n"));
}

TEST_CASE("a link to a file is a preset of its own name") {
  PresetDesk desk;
  desk.folder.write("presets/prod.yaml", "model: a\n");
  std::filesystem::create_symlink("prod.yaml", desk.folder / "presets/staging.yaml");
  CHECK(desk.found() == "prod presets/prod.yaml\nstaging presets/staging.yaml\n");
}

TEST_CASE("slugs that differ in case only are warned of, and endings count in any case") {
  PresetDesk desk;
  for (const auto* name : {"presets/a/Sales.YAML", "presets/b/sales.Json", "presets/c/other.yml"})
    desk.folder.write(name, "{\"model\":\"a/b\"}\n");
  CHECK(desk.visited() ==
        "Sales {\"model\":\"a/b\"}\nsales {\"model\":\"a/b\"}\n"
        "other {\"model\":\"a/b\"}\nwarning presets/b/sales.Json [slug.case] its "
        "slug 'sales' differs from 'Sales' of presets/a/Sales.YAML in case only\n");
}

TEST_CASE("two files of one slug, and names that make no slug, are all told") {
  PresetDesk desk;
  for (const auto* name : {"presets/a/support.yaml", "presets/b/support.json",
                           "presets/two words.yaml", "presets/c/support.yml"})
    desk.folder.write(name, "model: a\n");
  const auto said = desk.found();
  for (const auto* told :
       {"presets/b/support.json [slug.duplicate]", "as presets/a/support.yaml\n",
        "presets/c/support.yml [slug.duplicate]", "presets/two words.yaml [slug.invalid]"})
    CHECK_MESSAGE(said.find(told) != std::string::npos, said);
}

TEST_CASE("a name or a prefix that looks like a key makes no slug, and the key is not repeated") {
  PresetDesk desk;
  desk.folder.write("presets/sk-fake-9f8e7d6c5b4a39281716.yaml", "model: a\n");
  const auto said = desk.found();
  CHECK(said.find("[slug.invalid]") != std::string::npos);
  desk.folder.write("others/a.yaml", "model: a\n");
  desk.paths = {"others"};
  CHECK(desk.found().find("slug.invalid") == std::string::npos);
  desk.flags = {"--slug-prefix", "sk-fake-9f8e7d6c5b4a39281716-"};
  CHECK(desk.found().find("[slug.invalid]") != std::string::npos);
}

TEST_CASE("a file whose name is an ending alone is no preset, with a prefix neither") {
  PresetDesk desk;
  desk.folder.write("presets/.yaml", "model: a\n");
  desk.paths = {"presets/.yaml"};
  desk.flags = {"--slug-prefix", "p-"};
  CHECK(desk.found().starts_with("presets/.yaml is a base"));
}

TEST_CASE("standard input, an empty path and a folder that is not there are usage errors") {
  PresetDesk desk;
  desk.paths = {"-"};
  CHECK(desk.found() == "standard input has no file name for the slug\n");
  desk.paths = {""};
  CHECK(desk.found() == "a path is empty\n");
}

TEST_CASE("a look into a folder finds the presets in it, not those below") {
  PresetDesk desk;
  for (const auto* name :
       {"presets/b.yaml", "presets/a.json", "presets/_base.yaml", "presets/.c.yml",
        "presets/two words.yaml", "presets/notes.txt", "presets/deep/d.yaml"})
    desk.folder.write(name, "model: a\n");
  const auto folder = desk.folder / "presets";
  const auto files = preset_files_in(folder, 100);
  REQUIRE(files.size() == 2);
  CHECK(files[0].slug == "a");
  CHECK(files[0].path == folder + "/a.json");
  CHECK(files[1].slug == "b");
  CHECK(preset_files_in(folder, 0).empty());
  CHECK(preset_files_in(desk.folder / "missing", 100).empty());
}
