#include "mrctl/json/known_file.hpp"
#include "mrctl/json/text.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace mrctl;

namespace {

std::string_view what_is(const std::string& text) {
  const auto index = index_json(text, Reading::tolerant);
  const auto known = index ? known_document(index->root()) : known_text(text);
  return known ? known->what : std::string_view();
}

} // namespace

TEST_CASE("files are recognised by their members or their beginning") {
  struct Row {
    const char* text;
    std::string_view what;
  };
  for (const auto& row : {
           Row{R"({"service":"s","plan":"ab","presets":[]})", "a plan"},
           Row{R"([{"id":"a/b","endpoints":[]}])", "a listing of endpoints"},
           Row{R"({"data":{"id":"a/b","endpoints":[]}})", "a listing of endpoints"},
           Row{R"({"format":1,"service":"s","slug":"a"})", "a record of what was applied"},
           Row{R"({"id":"1","provider":"acme","label":"x"})", "a credential"},
           Row{R"({"model":"a/b"})", "a preset"},
           Row{"model: a/b\n", "a preset"},
           Row{"---\n# ours\nmessages: []\n", "a preset"},
           Row{"apiVersion: v1\nkind: Pod\n", "a Kubernetes manifest"},
           Row{"[[gates]]\nid = \"a\"\n", "a project file"},
           Row{"[profiles.a]\n", "a configuration file of mrctl"},
           Row{"a = 1\n", "TOML"},
           Row{"version https://x.test/v1\noid sha256:0\nsize 1\n", "the pointer of a large file"},
           Row{"```json\n{\"model\": \"a/b\"}\n```\n", "a block of Markdown"},
           Row{"client.chat.completions.create(model=\"a/b\")\n", "program code"},
           Row{"# ours\nresponse = client.chat.create(\n", "program code"},
           Row{"const body = {\n", "program code"},
           Row{"import os\n", "program code"},
           Row{"from client import Client\n", "program code"},
           Row{"from now on be brief\n", ""},
           Row{"model = acme/tiny\n", "TOML"},
           Row{R"({"a":1})", ""},
           Row{"some text\n", ""},
           Row{"", ""},
       }) {
    CAPTURE(row.text);
    CHECK(what_is(row.text) == row.what);
  }
}

TEST_CASE("the sentence says what the file is, what was expected, and what to do with it") {
  CHECK(known_text("a = 1\n")->instead_of("a preset") ==
        "this is TOML, not a preset: write JSON or YAML, such as 'model: acme/large'");
  CHECK(KnownFile{"a thing"}.instead_of("a preset") == "this is a thing, not a preset");
}
