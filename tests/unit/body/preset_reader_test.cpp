#include "mrctl/body/place_problems.hpp"

#include "presets.hpp"

#include <fmt/format.h>

#include <filesystem>

using namespace mrctl;
using namespace mrctl::body;

TEST_CASE("what a preset does not keep is stripped, and no placeholder is handed over") {
  PresetDesk desk;
  desk.folder.write("presets/a.yaml",
                    "model: a/m\nuser: u\nmessages:\n- {role: user, content: hi}\n");
  desk.folder.write(
      "presets/b.yaml",
      "messages:\n- {role: user, content: hi}\n- {role: system, content: Be brief.}\n");
  CHECK(desk.visited() == "a {\"model\":\"a/m\"}\n"
                          "b {\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\"}]}\n");
}

TEST_CASE("what is sent holds the placeholder message where there are no messages") {
  Body body;
  body.json = Json{{"model", "m"}};
  CHECK(text_to_send(body) ==
        R"({"model":"m","messages":[{"role":"user","content":"placeholder"}]})");
}

TEST_CASE("a file is merged into --base at every depth, and --set and its kin go over both") {
  PresetDesk desk;
  desk.folder.write("_base.yaml", "temperature: 0.2\nprovider: {sort: price}\nuser: u\n");
  desk.folder.write("presets/a.yaml", "model: a/m\nprovider: {order: [x]}\n");
  desk.folder.write("presets/b.yaml", "model: a/n\ntemperature: null\n");
  desk.flags = {"--base",       desk.folder / "_base.yaml",
                "--set",        "top_p=0.5",
                "--set-string", "model=a/z",
                "--set-json",   "stop=[\"x\"]",
                "--unset",      "provider.sort"};
  CHECK(desk.visited() ==
        "a {\"model\":\"a/z\",\"provider\":{\"order\":[\"x\"]},\"temperature\":0.2,"
        "\"top_p\":0.5,\"stop\":[\"x\"]}\n"
        "b {\"model\":\"a/z\",\"temperature\":null,\"provider\":{},\"top_p\":0.5,"
        "\"stop\":[\"x\"]}\n");
}

TEST_CASE("several bases lie under each other in their order, and each is read once") {
  PresetDesk desk;
  desk.folder.write("one.yaml",
                    "temperature: 0.1\nprovider: {zdr: true, max_price: {prompt: 1}}\n");
  desk.folder.write("two.yaml", "top_p: 0.5\nprovider: {max_price: {prompt: 2, image: 3}}\n");
  desk.folder.write("presets/a.yaml", "model: a/m\nprovider: {order: [x]}\n");
  desk.folder.write("presets/b.yaml", "model: a/m\nprovider: {zdr: null, order: null}\n");
  desk.folder.write("presets/c.yaml", "model: a/m\nprovider: null\n");
  desk.flags = {"--base", desk.folder / "one.yaml", "--base", desk.folder / "two.yaml"};
  CHECK(desk.visited() ==
        "a {\"model\":\"a/m\",\"provider\":{\"order\":[\"x\"],\"max_price\":{\"prompt\":2,"
        "\"image\":3},\"zdr\":true},\"top_p\":0.5,\"temperature\":0.1}\n"
        "b "
        "{\"model\":\"a/"
        "m\",\"provider\":{\"zdr\":null,\"order\":null,\"max_price\":{\"prompt\":2,\"image\":3}},"
        "\"top_p\":0.5,"
        "\"temperature\":0.1}\n"
        "c {\"model\":\"a/m\",\"provider\":null,\"top_p\":0.5,\"temperature\":0.1}\n");
  CHECK(desk.reads["one.yaml"] == 1);
  CHECK(desk.reads["two.yaml"] == 1);
}

TEST_CASE("problems inside a merged object keep their own file and line") {
  PresetDesk desk;
  desk.folder.write("one.yaml", "provider:\n  zdr: 7\n");
  desk.folder.write("two.yaml", "provider:\n  max_price: x\n  zdr: 8\n");
  desk.folder.write("presets/a.yaml", "model: a/m\nprovider:\n  order: 3\n");
  desk.flags = {"--base", desk.folder / "one.yaml", "--base", desk.folder / "two.yaml"};
  const auto told = desk.visited();
  CHECK(told.starts_with("3 errors;"));
  CHECK(told.find("error presets/a.yaml:3:10 [provider.order.type]") != std::string::npos);
  CHECK(told.find("error two.yaml:2:14 [provider.max_price.type]") != std::string::npos);
  CHECK(told.find("error two.yaml:3:8 [provider.zdr.type]") != std::string::npos);
}

TEST_CASE("a merge whose members exclude each other names both places") {
  PresetDesk desk;
  desk.folder.write("_base.yaml",
                    "reasoning:\n  effort: low\n"
                    "response_format:\n  type: json_schema\n  json_schema: {name: x}\n");
  desk.folder.write("presets/a.yaml", "model: a/m\nreasoning_effort: high\n"
                                      "response_format:\n  type: text\n");
  desk.flags = {"--base", desk.folder / "_base.yaml"};
  const auto told = desk.visited();
  CHECK(told.starts_with("2 errors;"));
  CHECK(told.find("error presets/a.yaml:2:19 [reasoning_effort.conflict]") != std::string::npos);
  CHECK(told.find("reasoning.effort from _base.yaml:2:11") != std::string::npos);
  CHECK(told.find("error presets/a.yaml:4:3 [response_format.unknown]") != std::string::npos);
  CHECK(told.find("response_format.type from presets/a.yaml:4:9") != std::string::npos);
}

TEST_CASE("--unset warns where no preset has the member") {
  PresetDesk desk;
  desk.folder.write("presets/a.yaml", "model: a/m\n");
  desk.folder.write("presets/b.yaml", "model: a/n\n");
  desk.flags = {"--unset", "seed"};
  CHECK(desk.visited() == "a {\"model\":\"a/m\"}\nb {\"model\":\"a/n\"}\n"
                          "warning --unset [flag.unset] there is no seed\n");
}

TEST_CASE("all problems of all files are told, each at its place, and those of --base once") {
  PresetDesk desk;
  desk.folder.write("_base.yaml", "top_p: 7\ntemperature: 9\n");
  desk.folder.write("presets/a.yaml", "model: a/m\ntemperature: 3\n");
  desk.folder.write("presets/b.yaml", "model: [\n");
  desk.folder.write("presets/c.yaml", "temperature: 1\n\nseed: x\n");
  desk.flags = {"--base", desk.folder / "_base.yaml", "--set", "top_k=x"};
  const auto told = desk.visited();
  CHECK(told.starts_with("5 errors;"));
  CHECK(told.find("error presets/a.yaml:2:14 [temperature.range]") != std::string::npos);
  CHECK(told.find("error presets/b.yaml:") != std::string::npos);
  CHECK(told.find("error presets/c.yaml:3:7 [seed.type]") != std::string::npos);
  CHECK(told.find("error _base.yaml:1:8 [top_p.range]") != std::string::npos);
  CHECK(told.find("error --set [top_k.type]") != std::string::npos);
  CHECK(told.find("[top_p.range]") == told.rfind("[top_p.range]"));
  CHECK(told.find("_base.yaml:2") == std::string::npos); // every file overrides it
}

TEST_CASE("a base that cannot be parsed does not hide what is wrong with the files") {
  PresetDesk desk;
  desk.folder.write("_base.json", "[1]");
  desk.folder.write("presets/a.yaml", "temperature: 3\n");
  desk.flags = {"--base", desk.folder / "_base.json"};
  const auto told = desk.visited();
  CHECK(told.find("_base.json:1:1 [body.type]") != std::string::npos);
  CHECK(told.find("presets/a.yaml:1:14 [temperature.range]") != std::string::npos);
}

TEST_CASE("a preset with nothing to store is an error") {
  PresetDesk desk;
  desk.folder.write("presets/a.yaml", "user: u\nmessages: [{role: user, content: hi}]\n");
  desk.folder.write("presets/b.yaml", "messages: [{role: system, content: ''}]\n");
  desk.folder.write("presets/c.yaml", "model: a/m\n");
  const auto told = desk.visited();
  CHECK(told.find("presets/a.yaml:1:1 [body.nothing-to-store]") != std::string::npos);
  CHECK(told.find("presets/b.yaml:1:1 [body.nothing-to-store]") != std::string::npos);
  CHECK(told.find("presets/c.yaml") == std::string::npos);
}

TEST_CASE("--strict turns warnings into a condition that does not hold") {
  PresetDesk desk;
  desk.folder.write("presets/a.yaml", "models: [a, b, c, d]\n");
  CHECK(desk.visited().find("warning presets/a.yaml:1:9 [models.many]") != std::string::npos);
  desk.flags = {"--strict"};
  CHECK(desk.visited().find("--strict") != std::string::npos);
}

TEST_CASE("files that flags name are read once, and one that is missing is told once") {
  PresetDesk desk;
  desk.folder.write("presets/a.yaml", "model: a/m\n");
  desk.folder.write("presets/b.yaml", "model: a/m\n");
  desk.folder.write("schema.json", "{\"type\":\"json_object\"}");
  desk.flags = {"--set-json", "response_format=@" + (desk.folder / "schema.json")};
  CHECK(desk.visited().find("b {\"model\":\"a/m\",\"response_format\":{\"type\"") !=
        std::string::npos);
  CHECK(desk.reads["schema.json"] == 1);
  desk.flags = {"--set-json", "response_format=@" + (desk.folder / "none.json")};
  CHECK(desk.visited().starts_with("1 error;"));
}

TEST_CASE("a file that cannot be read does not hide what is wrong with the others") {
  PresetDesk desk;
  desk.folder.write("presets/b.yaml", "temperature: 3\n");
  desk.paths = {"presets/a.yaml", "presets"};
  const auto told = desk.visited();
  CHECK(told.find("error presets/a.yaml [file.unreadable]") != std::string::npos);
  CHECK(told.find("presets/b.yaml:1:14 [temperature.range]") != std::string::npos);
}

TEST_CASE("a body that is kept is not read again until its file changes") {
  PresetDesk desk;
  desk.folder.write("presets/a.json", R"({"model":"a/m"})");
  desk.folder.write("presets/b.yaml", "messages:\n- {role: system, content: !file t}\n");
  desk.folder.write("presets/t", "Be brief.");
  const auto asked = desk.invocation();
  auto reader = desk.reader(asked);
  reader.keep_small_bodies();
  const auto files = *desk.files();
  for (const auto& file : files) {
    const auto body = *reader.read(file);
    reader.keep(file, body);
    CHECK(reader.read(file)->json.text() == body.json.text());
  }
  CHECK(desk.reads["presets/a.json"] == 1);
  CHECK(desk.reads["presets/b.yaml"] == 2); // the text that it names may have changed

  desk.folder.write("presets/a.json", R"({"model":"a/other"})");
  CHECK(reader.read(files.at(0))->json.text() == R"({"model":"a/other"})");
  std::filesystem::remove(desk.folder / "presets/a.json");
  CHECK_FALSE(reader.read(files.at(0)).has_value());
}

TEST_CASE("bodies are kept within a budget") {
  PresetDesk desk;
  for (const auto* name : {"a", "b"})
    desk.folder.write(fmt::format("presets/{}.json", name),
                      R"({"model":")" + std::string(1'500'000, 'x') + R"("})");
  const auto asked = desk.invocation();
  auto reader = desk.reader(asked);
  reader.keep_small_bodies();
  const auto files = *desk.files();
  for (const auto& file : files) {
    reader.keep(file, *reader.read(file));
    CHECK(reader.read(file).has_value());
  }
  CHECK(desk.reads["presets/a.json"] == 1);
  CHECK(desk.reads["presets/b.json"] == 2);
}

TEST_CASE("a value is of the base or the flag that made its last part, else of the own file") {
  PresetDesk desk;
  desk.folder.write("one.yaml", "model: a/m\nprovider:\n  sort: price\n  max_price: {prompt: 1}\n");
  desk.folder.write("two.yaml", "provider:\n  zdr: true\nreasoning: {effort: high}\n");
  desk.folder.write("presets/a.yaml", "seed: 1\nreasoning: {enabled: true}\n");
  desk.flags = {"--base", desk.folder / "one.yaml",    "--base", desk.folder / "two.yaml",
                "--set",  "provider.max_price.image=2"};
  const auto asked = desk.invocation();
  const auto files = desk.files();
  REQUIRE(files.has_value());
  const auto body = desk.reader(asked).read(files->front());
  REQUIRE(body.has_value());
  const auto origin = [&](const std::string& pointer) -> std::string {
    const auto found = outer_origin_of(pointer, *body);
    if (!found) return "own";
    if (!found->flag.empty()) return found->flag;
    return fmt::format("{}:{}", desk.without_folder(found->file), found->line);
  };
  CHECK(origin("/model") == "one.yaml:1");
  CHECK(origin("/provider/max_price/prompt") == "one.yaml:4");
  CHECK(origin("/provider/zdr") == "two.yaml:2");
  CHECK(origin("/provider/max_price") == "--set");
  CHECK(origin("/provider/max_price/image") == "--set");
  CHECK(origin("/provider") == "--set");
  CHECK(origin("/seed") == "own");
  CHECK(origin("/reasoning") == "own");
  CHECK(origin("/reasoning/effort") == "two.yaml:3");
  CHECK(origin("/provider/only") == "two.yaml:2"); // which is not there any more
}
