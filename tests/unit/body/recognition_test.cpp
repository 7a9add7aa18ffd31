#include "mrctl/body/validate.hpp"

#include "desk.hpp"

#include <initializer_list>

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

// A text that is no body, and what its error names; the sentences are in the case
// preset-lint/what-is-no-body.
struct NamedText {
  std::string text;
  std::string named;
};

void check_named(std::initializer_list<NamedText> rows) {
  for (const auto& row : rows) {
    CAPTURE(row.text);
    const auto said = said_of(row.text);
    CHECK_MESSAGE(said.find(row.named) != std::string::npos, said);
  }
}

} // namespace

TEST_CASE("what mrctl prints or writes, and what a service answers, is named for what it is") {
  check_named({
      {R"({"service":"s","target":"t","plan":"ab12","create":1,"presets":[]})", "--plan ab12"},
      {R"({"service":"s","target":"t","plan":null,"presets":[]})", "nothing to send"},
      {R"({"service":"s","applied":1,"failed":0,"presets":[]})", "preset apply"},
      {R"({"rules":3,"assumed":[],"presets":[]})", "preset explain"},
      {R"({"files":1,"errors":0,"warnings":0,"problems":[]})", "preset lint"},
      {R"({"changes":[],"compared":{}})", "a diff"},
      {R"({"format":1,"service":"s","slug":"a","file":"a.yaml","body":{"model":"m"}})", "a record"},
      {R"([{"slug":"a","file":"a.yaml","body":{}}])", "preset render"},
      {R"([{"target":"t","slug":"a","applied":"h1:","version":1}])", "preset state"},
      {R"({"data":{"id":"p","slug":"a","designated_version":{"config":{}}}})",
       "'mrctl preset pull a'"},
      {R"({"id":"p","designated_version":{"config":{}}})", "'mrctl preset pull SLUG'"},
      {R"({"data":{"id":"acme/tiny","endpoints":[]}})", "a listing"},
      {R"([{"id":"acme/tiny","endpoints":[]}])", "a listing"},
      {R"({"id":"1","label":"sk-…","provider":"acme"})", "a credential"},
      {R"({"error":{"code":404}})", "an error message"},
  });
}

TEST_CASE("bodies at another place of a file, and several in one, are named with what to write") {
  check_named({
      {"one:\n  model: a/b\ntwo:\n  models: [a/b]\n", "one.yaml and two.yaml"},
      {"$schema: x\na: {model: m}\nb: {model: m}\nc: {model: m}\nd: {model: m}\ne: {model: m}\n",
       "a.yaml, b.yaml, c.yaml, d.yaml and 1 more"},
      {"support:\n  model: a/b\n", "inside 'support'"},
      {"- model: a/b\n", "inside a list"},
      {"- model: a/b\n- model: a/c\n", "2 files"},
      {"presets:\n  support: {model: a/b}\n  triage: {model: a/c}\n",
       "support.yaml and triage.yaml"},
      {"version: 1\npresets:\n  support: {model: a/b}\n", "inside 'presets.support'"},
      {"name: x\nbody: {model: a/b}\n", "inside 'body'"},
      {R"({"custom_id":"1","method":"POST","url":"/v1","body":{"model":"a/b"}})", "inside 'body'"},
      {"model_list:\n- {model_name: x, params: {model: a/b}}\n- {model_name: y}\n",
       "'model_list' lists 2"},
      {"services:\n  web: {user: root}\n", "none of its members"},
  });
}

TEST_CASE("program code and blocks of Markdown are named, in JSON and in YAML") {
  for (const std::string name : {"a.json", "a.yaml"}) {
    CHECK(said_of("client.chat.completions.create(model=\"a/b\")\n", name).find("program code") !=
          std::string::npos);
    CHECK(said_of("```yaml\nmodel: a/b\n```\n", name).find("with ```") != std::string::npos);
  }
}

TEST_CASE("members that are no fields are told once, but for those with another name here") {
  auto body = built({"--body", "a.yaml"}, {{"a.yaml", "services: {}\nsystem_prompt: Hi\n"}});
  check(body, Undocumented::refused);
  REQUIRE(body.problems.size() == 2);
  CHECK(body.problems[0].suggestion.text == "a preset begins with model: acme/large");
  CHECK(body.problems[1].path == "/system_prompt");
}

TEST_CASE("files of other formats are named for what they are") {
  check_named({
      {"apiVersion: v1\nkind: Pod\nmetadata: {name: x}\n", "a Kubernetes manifest"},
      {"# ours\npresets = [\"presets\"]\n", "a project file"},
      {"[targets.staging]\nhost = \"router.example\"\n", "a project file"},
      {"[profiles.work]\nbase_url = \"x\"\n", "configuration file"},
      {"#!/bin/sh\nset -e\ncurl x -d '{}'\n", "a script around curl"},
      {"model = \"acme/tiny\"\n", "TOML"},
      {"version https://example.test/spec/v1\noid sha256:00\nsize 12\n", "pointer"},
      {"-----BEGIN PGP MESSAGE-----\n\nhQE\n", "encrypted"},
      {R"({"messages":[{"role":"system","content":"$ANSIBLE_VAULT;1.1;AES256\n61"}]})",
       "encrypted"},
      {"services: {}\nvolumes: {}\n", "services and volumes"},
      {"$schema: x\nservices: {}\n", "services"}, // which alone does not count
  });
  for (const std::string text :
       {"model: a/b\nstop: 'one\ncurl x'\n", "$schema: x\n", "{}", "model: a/b\nservices: {}\n"})
    CHECK_MESSAGE(said_of(text).empty(), text);
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
}

TEST_CASE("--no-validate lets any object pass, and a base may hold no field but is no plan") {
  const Files files{{"a.yaml", "service: s\nplan: p\npresets: []\n"}, {"b.yaml", "x: 1\n"}};
  const auto on_plan = built({"--base", "a.yaml", "--model", "a/b"}, files);
  REQUIRE(on_plan.problems.size() == 1);
  CHECK(on_plan.problems[0].rule == "body.not-a-preset");
  CHECK(built({"--body", "a.yaml", "--no-validate"}, files).problems.empty());
  CHECK(built({"--base", "b.yaml", "--model", "a/b"}, files).problems.empty());
}
