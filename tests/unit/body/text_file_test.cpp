#include "mrctl/body/place_problems.hpp"
#include "mrctl/body/validate.hpp"

#include "presets.hpp"

#include <filesystem>

using namespace mrctl;
using namespace mrctl::body;

namespace {

// presets/a.yaml with a prompt from that path, in a repository.
struct PromptDesk : PresetDesk {
  explicit PromptDesk(const std::string& path) {
    std::filesystem::create_directories(folder / ".git");
    folder.write("prompts/help.md", "\xEF\xBB\xBFYou help.\r\nBe kind.\n");
    folder.write("presets/a.yaml",
                 "model: a/m\nmessages:\n- {role: system, content: !file " + path + "}\n");
  }
};

constexpr auto with_prompt =
    "a {\"model\":\"a/m\",\"messages\":[{\"role\":\"system\",\"content\":\"You help.\\nBe "
    "kind.\\n\"}]}\n";

} // namespace

TEST_CASE("!file is the text of a file beside the body's: LF, no byte order mark, its last LF") {
  CHECK(PromptDesk("../prompts/help.md").visited() == with_prompt);
  CHECK(PromptDesk("'../prompts/help.md'").visited() == with_prompt);
}

TEST_CASE("!file works behind an anchor, in a merge and in a base") {
  PromptDesk desk("../prompts/help.md");
  desk.folder.write("presets/a.yaml", "model: a/m\n"
                                      "trace: &t {content: !file ../prompts/help.md}\n"
                                      "messages:\n- {role: system, <<: *t}\n");
  CHECK(desk.visited() == with_prompt);
  desk.folder.write("_base.yaml", "messages:\n- role: system\n  content: !file prompts/help.md\n");
  desk.folder.write("presets/a.yaml", "model: a/m\n");
  desk.flags = {"--base", desk.folder / "_base.yaml"};
  CHECK(desk.visited() == with_prompt);
}

TEST_CASE("a file that !file must not read is an error at its place") {
  const auto said_of_path = [](const std::string& path) {
    auto said = PromptDesk(path).visited();
    CHECK(said.find("error presets/a.yaml:3:33 [yaml.file] cannot read ") != std::string::npos);
    return said.substr(said.find("cannot read "));
  };
  CHECK(said_of_path("/etc/hostname").find("absolute") != std::string::npos);
  CHECK(said_of_path("../../x").starts_with("cannot read "));
  CHECK(said_of_path("../prompts").find("regular file") != std::string::npos);
  CHECK(said_of_path("../missing.md").find("No such file") != std::string::npos);
}

TEST_CASE("a slip in a path of !file is answered with a path from the body's folder") {
  const PromptDesk desk("../prompts/our halp.md");
  desk.folder.write("prompts/our help.md", "Help.");
  const ReadFile reads([](const std::string& path) { return read_file(path, 1'000'000); });
  const auto body = read_body({desk.folder / "presets/a.yaml"}, reads);
  REQUIRE(body.has_value());
  CHECK(body->problems.at(0).suggestion.sentence() == "did you mean '../prompts/our help.md'?");
}

TEST_CASE("links, git's own files, records and files in use stay unread by !file") {
  PromptDesk desk("../prompts/link.md");
  const TemporaryFolder outside;
  outside.write("secret.md", "outside");
  std::filesystem::create_symlink(outside / "secret.md", desk.folder / "prompts/link.md");
  CHECK(desk.visited().find("outside the repository") != std::string::npos);

  std::filesystem::remove(desk.folder / "prompts/link.md");
  desk.folder.write(".git/config", "x");
  std::filesystem::create_symlink(desk.folder / ".git/config", desk.folder / "prompts/link.md");
  CHECK(desk.visited().find("outside the repository") != std::string::npos);

  std::filesystem::remove(desk.folder / "prompts/link.md");
  std::filesystem::create_symlink(desk.folder / "prompts/help.md", desk.folder / "prompts/link.md");
  CHECK(desk.visited() == with_prompt);

  const ReadFile withholding([](const std::string& path) { return read_file(path, 1'000'000); },
                             {desk.folder / "prompts/help.md"});
  const auto body = read_body({desk.folder / "presets/a.yaml"}, withholding);
  REQUIRE(body.has_value());
  CHECK(body->problems.at(0).message.find("settings or records") != std::string::npos);

  desk.folder.write(".mrctl/t/a.json", "{}");
  desk.folder.write("presets/a.yaml", "user: !file ../.mrctl/t/a.json\n");
  CHECK(desk.visited().find("settings or records") != std::string::npos);
}

TEST_CASE("without a repository, !file reaches the files below the folder that was named") {
  PresetDesk desk;
  desk.folder.write("help.md", "Help.");
  desk.folder.write("presets/help.md", "Help.");
  desk.folder.write("presets/eu/a.yaml",
                    "model: a/m\nmessages: [{role: system, content: !file ../help.md}]\n");
  CHECK(desk.visited().starts_with("a {"));
  desk.folder.write("presets/eu/a.yaml", "model: a/m\nuser: !file ../../help.md\n");
  CHECK(desk.visited().find("repository or folder") != std::string::npos);
  desk.folder.write("presets/eu/a.yaml", "model: a/m\nuser: !file ../help.md\n");
  desk.paths = {"presets/eu/a.yaml"};
  CHECK(desk.visited().find("repository or folder") != std::string::npos);
}

TEST_CASE("what nobody wrote as a prompt is an error at its own line of the text file") {
  PromptDesk desk("../prompts/help.md");
  const auto said = [&](const std::string& text) {
    desk.folder.write("prompts/help.md", text);
    return desk.visited();
  };
  for (const std::string text :
       {"Sort.\n<<<<<<< HEAD\nBe brief.\n=======\nBe kind.\n>>>>>>> topic\n",
        "Sort.\n>>>>>>> topic\n", "Sort.\r\n$ANSIBLE_VAULT;1.1;AES256\r\n6139\r\n",
        "\n-----BEGIN PGP MESSAGE-----\n\nhQE\n", "\n-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n",
        "{\n\"data\": \"ENC[AES256_GCM,data:YQ==]\"}\n"}) {
    CAPTURE(text);
    CHECK(said(text).find("prompts/help.md:2:") != std::string::npos);
    CHECK(said(text).find("[text.unwritten]") != std::string::npos);
  }
  CHECK(said("version https://lfs.test/spec/v1\noid sha256:00\nsize 9\n")
            .find("help.md:1:1 [text.unwritten]") != std::string::npos);
  CHECK(said("/annex/objects/SHA256E-s9--00.md\n").find("[text.unwritten]") != std::string::npos);
  for (const std::string text :
       {"Sort\n=======\nWrite <<<<<<< where you doubt, or `$ANSIBLE_VAULT;`.\n",
        "Answer so:\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n", "version 2\n"}) {
    CAPTURE(text);
    CHECK(said(text).starts_with("a {"));
  }
}

TEST_CASE("a text file that is no text is an error that names both files") {
  PromptDesk desk("../prompts/help.md");
  desk.folder.write("prompts/help.md", std::string("one\ntw\0o\n", 9));
  const auto said = desk.visited();
  CHECK(said.find("prompts/help.md:2:3 [text.control]") != std::string::npos);
  CHECK(said.find("presets/a.yaml:3:33 names") != std::string::npos);
  desk.folder.write("prompts/help.md", "\xFF");
  CHECK(desk.visited().find("[text.utf-8]") != std::string::npos);
  desk.folder.write("prompts/help.md", std::string((1U << 20U) + 1, 'x'));
  CHECK(desk.visited().find("1048576 bytes") != std::string::npos);
  desk.folder.write("prompts/help.md", std::string(1U << 20U, 'x'));
  CHECK(desk.visited().starts_with("a {"));
}

TEST_CASE("one large file that is named again and again does not fill the memory") {
  PromptDesk desk("../prompts/help.md");
  desk.folder.write("prompts/help.md", std::string(1U << 20U, 'x'));
  std::string names;
  for (int i = 0; i < 70; ++i)
    names += "- {role: system, content: !file ../prompts/help.md}\n";
  desk.folder.write("presets/a.yaml", "model: a/m\nmessages:\n" + names);
  CHECK(desk.visited().find("64 MiB") != std::string::npos);
}

TEST_CASE("a secret in the text of a file is at its own line, which is not quoted") {
  PromptDesk desk("../prompts/help.md");
  const auto key = "glpat-" + std::string("q1w2e3r4t5y6u7i8o9p0");
  desk.folder.write("prompts/help.md", "You help.\r\n\r\nUse é " + key + ".\n");
  const ReadFile reads([](const std::string& path) { return read_file(path, 1'000'000); });
  const auto body = read_body({desk.folder / "presets/a.yaml"}, reads);
  REQUIRE(body.has_value());
  auto problems = find_secrets(body->json, {});
  REQUIRE(problems.size() == 1);
  place_problems(problems, *body);
  REQUIRE(problems.front().place.has_value());
  CHECK(desk.without_folder(problems.front().place->file) == "prompts/help.md");
  CHECK(problems.front().place->line == 3);
  CHECK(problems.front().place->column == 7);
  CHECK(problems.front().place->line_text.empty());
  CHECK(desk.without_folder(problems.front().message).ends_with(" (in presets/a.yaml)"));
}

TEST_CASE("a problem in the text of a file, and its origin, name both files") {
  PromptDesk desk("../prompts/help.md");
  desk.folder.write("prompts/help.md", "");
  CHECK(desk.visited().find("(the text of prompts/help.md)") != std::string::npos);
  const ReadFile reads([](const std::string& path) { return read_file(path, 1'000'000); });
  const auto body = read_body({desk.folder / "presets/a.yaml"}, reads);
  REQUIRE(body.has_value());
  const auto found = locate_all({{"/messages/0/content"}}, *body).front();
  REQUIRE(found.place.has_value());
  CHECK(desk.without_folder(found.place->file) == "presets/a.yaml");
  CHECK(found.place->line == 3);
  CHECK(desk.without_folder(found.text_file) == "prompts/help.md");
}

TEST_CASE("standard input is in no folder, so !file does not work there") {
  const auto body = read_body({"-"}, [](const std::string&) -> Result<std::string> {
    return "model: a/b\nuser: !file x.md\n";
  });
  REQUIRE(body.has_value());
  CHECK(body->problems.at(0).rule == "yaml.file");
  CHECK(body->problems.at(0).place->column == 13);
}
