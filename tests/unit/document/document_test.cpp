#include "mrctl/document/document.hpp"

#include "documents.hpp"

using namespace mrctl;
using namespace mrctl::document;

TEST_CASE("the syntax of a document is told from its name, or else from its first character") {
  struct Row {
    std::string name;
    std::string text;
    Syntax syntax;
  };
  for (const auto& row : {
           Row{"a.json", "model: m", Syntax::json},
           Row{"a.yaml", R"({"model":"m"})", Syntax::yaml},
           Row{"a.yml", "[]", Syntax::yaml},
           Row{"<stdin>", "  \n\t{}", Syntax::json},
           Row{"<stdin>", "[1]", Syntax::json},
           Row{"<stdin>", "\xEF\xBB\xBF{}", Syntax::json},
           Row{"<stdin>", "model: m", Syntax::yaml},
           Row{"body", "# {}", Syntax::yaml},
           Row{"body", "", Syntax::yaml},
       }) {
    CAPTURE(row.name);
    CAPTURE(row.text);
    CHECK(make_document(row.name, row.text).syntax == row.syntax);
  }
}

TEST_CASE("a document without content is one problem that names the file") {
  for (const std::string text : {"", " \n\t\r\n", "\xEF\xBB\xBF", "\xEF\xBB\xBF\n"})
    for (const auto& document : {json_document(text), yaml_document(text)}) {
      const auto problem = misunderstood(document);
      CHECK(problem.rule == "body.empty");
      CHECK(problem.message == document.name + " is empty");
      CHECK(place_of(problem) == "1:1");
    }
}

TEST_CASE("a document of nothing but comments is empty") {
  const auto problem = misunderstood(yaml_document("# nothing\n"));
  CHECK(problem.rule == "body.empty");
  CHECK(problem.message.find("comments") != std::string::npos);
  CHECK(problem.suggestion.text.find("'#'") != std::string::npos);
}

TEST_CASE("both syntaxes give the same value") {
  const auto yaml = yaml_document("model: acme/large\nstop:\n  - END\nprovider: {zdr: true}\n");
  const auto json =
      json_document(R"({"model":"acme/large","stop":["END"],"provider":{"zdr":true}})");
  CHECK(understood(yaml) == understood(json));
}

TEST_CASE("a value is located where it stands, its key where that stands") {
  const auto json = json_document("{\n  \"provider\": {\"sort\": 3}\n}");
  const auto yaml = yaml_document("provider:\n  sort: 3\n");
  CHECK(located(json, "/provider/sort") == "2:24");
  CHECK(located(json, "/provider/sort", PlaceOf::key) == "2:16");
  CHECK(located(yaml, "/provider/sort") == "2:9");
  CHECK(located(yaml, "/provider/sort", PlaceOf::key) == "2:3");
}

TEST_CASE("no line is shown of a file that is no object") {
  for (const std::string text :
       {"NAME=x: [\n", "-----BEGIN X-----\nMIIE: [\n", "//r.example/:_t=x: [\n", "root:x:0:0: {\n",
        "- a: b\n- [\n", "[1, 2", "two words: [\n"}) {
    CAPTURE(text);
    const auto problem = misunderstood(yaml_document(text));
    REQUIRE(problem.place.has_value());
    CHECK(problem.place->line_text.empty());
  }
  for (const std::string text : {"model: a\nseed: [\n", "# x\n---\n\"model\" : [\n",
                                 "{\"model\": ", "\n provider:\n  order: [\n", "$schema: {\n"}) {
    CAPTURE(text);
    CHECK_FALSE(misunderstood(yaml_document(text)).place->line_text.empty());
  }
}
