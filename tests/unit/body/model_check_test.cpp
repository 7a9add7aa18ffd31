#include "findings.hpp"

using namespace mrctl;
using namespace mrctl::body;

TEST_CASE("a model in another notation comes with its id") {
  struct Row {
    std::string model;
    std::string meant;
  };
  for (const auto& row : {
           Row{"acme/large/northlake/us-east",
               "write acme/large, and provider.only: [northlake/us-east]"},
           Row{"https://router.example/acme/large", "acme/large"},
           Row{"v1/models/acme/large", "acme/large"},
           Row{"Acme Large", "acme/large"},
           Row{"Acme: Tiny", "acme/tiny"},
           Row{"Acme Large 2", "acme/large-2"},
           Row{"Large 4", ""},
           Row{"acme:large", "acme/large"},
           Row{"large:free", "write AUTHOR/large:free"},
           Row{"acme/large@2", "acme/large"},
           Row{"$MODEL", "mrctl replaces no variables: set it with --set-string model=MODEL"},
       }) {
    CAPTURE(row.model);
    const auto problem = only_finding(Json{{"model", row.model}}.dump());
    CHECK(problem.rule == "model.unusual");
    CHECK(problem.suggestion.text == row.meant);
  }
}

TEST_CASE("the model among the tags is no tag") {
  const auto problem =
      only_finding(R"({"model":"acme/large","provider":{"only":["x","acme/large"]}})");
  CHECK(problem.severity == Severity::warning);
  CHECK(problem.rule == "list.pattern");
  CHECK(problem.path == "/provider/only/1");
  CHECK(problem.message == "provider.only[1]: \"acme/large\" is the model, not a tag");
  CHECK(
      findings(R"({"model":"acme/large","provider":{"only":["acme/fp8"],"order":null}})").empty());
}

TEST_CASE("no suggestion is an id with a mark of templates") {
  for (const std::string mark : {"{", "}", "<", ">", "$", "%"})
    for (const auto& text :
         {"acme/" + mark + "x", mark + "model", "Acme " + mark + "x", "acme" + mark + "/large",
          "acme/large@" + mark, "acme:" + mark, "a" + mark + ", b", "a" + mark + " b",
          "https://router.example/acme/" + mark, "acme/large/north" + mark + "/us"})
      for (const auto& body :
           {Json{{"model", text}}, Json{{"models", {text}}}, Json{{"provider", {{"only", {text}}}}},
            Json{{"provider", {{"order", {text}}}}}, Json{{"provider", {{"sort", text}}}}})
        for (const auto& problem : validate(body, Undocumented::refused)) {
          CAPTURE(body.dump());
          CAPTURE(problem.suggestion.text);
          CHECK(problem.suggestion.text.find(mark) == std::string::npos);
        }
}
