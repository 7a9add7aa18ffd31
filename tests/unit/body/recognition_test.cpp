#include "mrctl/body/validate.hpp"

#include "desk.hpp"

using namespace mrctl;
using namespace mrctl::body;

namespace {

// What is said of a text that is no body; empty for a body.
std::string said_of(const std::string& text, const std::string& name = "a.yaml") {
  const auto body = built({"--body", name}, {{name, text}});
  if (body.problems.empty()) return {};
  CHECK(body.problems[0].rule == "body.not-a-preset");
  CHECK(body.problems[0].place.has_value());
  return body.problems[0].message;
}

} // namespace

TEST_CASE("what mrctl prints or writes is no preset, and its error says what it is") {
  CHECK(said_of(R"({"service":"s","target":"t","plan":"ab12","create":1,"presets":[]})") ==
        "this is a plan, not a preset: --plan ab12 applies it");
  CHECK(said_of(R"({"service":"s","target":"t","plan":null,"presets":[]})") ==
        "this is a plan that has nothing to send, not a preset: name the preset's own file");
  CHECK(said_of(R"({"service":"s","applied":1,"failed":0,"presets":[]})").find("preset apply") !=
        std::string::npos);
  CHECK(said_of(R"({"rules":3,"assumed":[],"presets":[]})").find("preset explain") !=
        std::string::npos);
  CHECK(said_of(R"({"files":1,"errors":0,"warnings":0,"problems":[]})").find("preset lint") !=
        std::string::npos);
  CHECK(said_of(R"({"changes":[],"compared":{}})").find("a diff") != std::string::npos);
  CHECK(said_of(R"({"format":1,"service":"s","slug":"a","file":"a.yaml","body":{"model":"m"}})")
            .find("a record") != std::string::npos);
  CHECK(said_of(R"([{"slug":"a","file":"a.yaml","body":{}}])").find("preset render") !=
        std::string::npos);
  CHECK(
      said_of(R"([{"target":"t","slug":"a","applied":"h1:","version":1}])").find("preset state") !=
      std::string::npos);
}

TEST_CASE("what a service answers is no preset, with or without its envelope") {
  CHECK(said_of(R"({"data":{"id":"p","slug":"a","designated_version":{"config":{}}}})") ==
        "this is a stored preset, not a preset: its body is data.designated_version.config, which "
        "--jq .data.designated_version.config extracts");
  CHECK(said_of(R"({"id":"p","designated_version":{"config":{}}})").find(" designated_version") !=
        std::string::npos);
  CHECK(said_of(R"({"data":{"id":"acme/tiny","endpoints":[]}})").find("a listing") !=
        std::string::npos);
  CHECK(said_of(R"([{"id":"acme/tiny","endpoints":[]}])").find("a listing") != std::string::npos);
  CHECK(said_of(R"({"id":"1","label":"sk-…","provider":"acme"})").find("a credential") !=
        std::string::npos);
  CHECK(said_of(R"({"error":{"code":404}})").find("an error message") != std::string::npos);
}

TEST_CASE("several bodies in one file are named as the files to write") {
  CHECK(said_of("one:\n  model: a/b\ntwo:\n  models: [a/b]\n") ==
        "two bodies: write one.yaml and two.yaml, because a file is one preset");
  CHECK(said_of("$schema: x\na: {model: m}\nb: {model: m}\nc: {model: m}\nd: {model: m}\n"
                "e: {model: m}\n") ==
        "5 bodies: write a.yaml, b.yaml, c.yaml, d.yaml and 1 more, because a file is one preset");
  CHECK(said_of("support:\n  model: a/b\n") ==
        "the body is inside 'support': put its members at the top level");
  CHECK(said_of("- model: a/b\n") == "the body is inside a list: put its members at the top level");
  CHECK(said_of("- model: a/b\n- model: a/c\n") ==
        "a list of 2 bodies: a file is one preset, so write 2 files");
}

TEST_CASE("bodies inside the file of another program are found") {
  CHECK(said_of("presets:\n  support: {model: a/b}\n  triage: {model: a/c}\n") ==
        "two bodies: write support.yaml and triage.yaml, because a file is one preset");
  CHECK(said_of("version: 1\npresets:\n  support: {model: a/b}\n") ==
        "the body is inside 'presets.support': put its members at the top level");
  CHECK(said_of("name: x\nbody: {model: a/b}\n") ==
        "the body is inside 'body': put its members at the top level");
  CHECK(said_of(R"({"custom_id":"1","method":"POST","url":"/v1","body":{"model":"a/b"}})") ==
        "the body is inside 'body': put its members at the top level");
  CHECK(said_of("model_list:\n- {model_name: x, params: {model: a/b}}\n- {model_name: y}\n") ==
        "'model_list' lists 2 bodies: write a file for each");
  CHECK(said_of("services:\n  web: {user: root}\n").find("none of its members") !=
        std::string::npos);
}

TEST_CASE("program code and blocks of Markdown are named, in JSON and in YAML") {
  for (const std::string name : {"a.json", "a.yaml"}) {
    CHECK(said_of("client.chat.completions.create(model=\"a/b\")\n", name) ==
          "this is program code, not a preset: keep its arguments as a body, such as {\"model\": "
          "\"acme/large\"}");
    CHECK(said_of("```yaml\nmodel: a/b\n```\n", name) ==
          "this is a block of Markdown, not a preset: remove the lines with ```");
  }
}

TEST_CASE("members that are no fields are told once, but for those with another name here") {
  auto body = built({"--body", "a.yaml"}, {{"a.yaml", "services: {}\nsystem_prompt: Hi\n"}});
  check(body, Undocumented::refused);
  REQUIRE(body.problems.size() == 2);
  CHECK(body.problems[0].suggestion == "a preset begins with model: acme/large");
  CHECK(body.problems[1].path == "/system_prompt");
}

TEST_CASE("files of other formats are named for what they are") {
  CHECK(said_of("apiVersion: v1\nkind: Pod\nmetadata: {name: x}\n").find("a manifest") !=
        std::string::npos);
  CHECK(said_of("# ours\npresets = [\"presets\"]\n").find("a project file") != std::string::npos);
  CHECK(said_of("[targets.staging]\nhost = \"router.example\"\n").find("a project file") !=
        std::string::npos);
  CHECK(said_of("[profiles.work]\nbase_url = \"x\"\n").find("configuration file") !=
        std::string::npos);
  CHECK(said_of("#!/bin/sh\nset -e\ncurl x -d '{}'\n") ==
        "this is a script around curl: keep the curl command alone");
  CHECK(said_of("model: a/b\nstop: 'one\ncurl x'\n").empty());
  CHECK(said_of("model = \"acme/tiny\"\n").find("TOML") != std::string::npos);
  CHECK(said_of("version https://example.test/spec/v1\noid sha256:00\nsize 12\n")
            .find("pointer of a large file") != std::string::npos);
}

TEST_CASE(
    "an encrypted file is named at its first encrypted value, and nothing else is said of it") {
  const std::string one =
      "top_p: 1\nmodel: ENC[AES256_GCM,data:abcd,iv:q1,tag:z,type:str]\nsops: {mac: x}\n";
  const auto body = built({"--body", "a.yaml"}, {{"a.yaml", one}});
  REQUIRE(body.problems.size() == 1);
  CHECK(body.problems[0].rule == "body.not-a-preset");
  CHECK(body.problems[0].path == "/model");
  CHECK(body.problems[0].place->line == 2);
  CHECK(said_of(R"({"messages":[{"role":"system","content":"$ANSIBLE_VAULT;1.1;AES256\n61"}]})") ==
        "the value is encrypted");
  CHECK(said_of("-----BEGIN PGP MESSAGE-----\n\nhQE\n").starts_with("this is an encrypted file"));
}

TEST_CASE("an object without any field of a request is no preset; $schema does not count") {
  CHECK(said_of("services: {}\nvolumes: {}\n") == "this is not the body of a preset: none of its "
                                                  "members (services and volumes) is a field of a "
                                                  "request");
  CHECK(said_of("$schema: x\nservices: {}\n").find("none of its members") != std::string::npos);
  CHECK(said_of("$schema: x\n").empty());
  CHECK(said_of("{}").empty());
  CHECK(said_of("model: a/b\nservices: {}\n").empty());
}

TEST_CASE("--no-validate lets any object pass, and a base may hold no field but is no plan") {
  const Files files{{"a.yaml", "service: s\nplan: p\npresets: []\n"}, {"b.yaml", "x: 1\n"}};
  const auto on_plan = built({"--base", "a.yaml", "--model", "a/b"}, files);
  REQUIRE(on_plan.problems.size() == 1);
  CHECK(on_plan.problems[0].rule == "body.not-a-preset");
  CHECK(built({"--body", "a.yaml", "--no-validate"}, files).problems.empty());
  CHECK(built({"--base", "b.yaml", "--model", "a/b"}, files).problems.empty());
}
