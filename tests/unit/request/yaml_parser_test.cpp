#include "unit/request/documents.hpp"

using namespace mrctl;
using namespace mrctl::request;

TEST_CASE("a blank line may stand in front of a bracket") {
  CHECK(understood(yaml_document("\n{a: 1}\n")) == Json{{"a", 1}});
}

TEST_CASE("a text of several lines ends as its file does") {
  CHECK(understood(yaml_document("a: |\n  one\n  two")) == Json{{"a", "one\ntwo"}});
  CHECK(understood(yaml_document("a: |\n  one\n  two\n")) == Json{{"a", "one\ntwo\n"}});
  CHECK(understood(yaml_document("a: |-\n  one\n")) == Json{{"a", "one"}});
  CHECK(understood(yaml_document("a: |\r")) == Json{{"a", ""}});
}

TEST_CASE("a value stands further in than what it belongs to") {
  for (const std::string text : {"model:\nacme\n", "provider:\n  sort:\n  price\n", "- \nacme\n"}) {
    CAPTURE(text);
    const auto problem = misunderstood(yaml_document(text));
    CHECK(problem.rule == "yaml.syntax");
    CHECK(problem.message.starts_with("missing ':' after "));
  }
  CHECK(understood(yaml_document("model:\n  acme\n")) == Json{{"model", "acme"}});
}

TEST_CASE("a null has the place behind its key or dash") {
  const auto document = yaml_document("seed: # none\nstop:\n  - a\n  -\n  - # none\nuser:\n");
  CHECK(located(document, "/seed") == "1:5");
  CHECK(located(document, "/stop/1") == "4:3");
  CHECK(located(document, "/stop/2") == "5:3");
  CHECK(located(document, "/user") == "6:5");
}

TEST_CASE("a text of several lines holds nothing but what the file has") {
  CHECK(
      understood(yaml_document("- >\n  \xEF\xBF\xBE {k|: |\n   l: m\n   (\n    l:%YAML 1.1 {\n")) ==
      Json::array({"\xEF\xBF\xBE {k|: |\n l: m\n (\n  l:%YAML 1.1 {\n"}));
  CHECK(understood(yaml_document("g: |\n ")) == Json{{"g", ""}});
}
