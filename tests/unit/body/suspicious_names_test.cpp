#include "mrctl/body/validate.hpp"

#include "findings.hpp"
#include "unit/document/documents.hpp"

using namespace mrctl;
using namespace mrctl::body;

TEST_CASE("a field that clearly means a documented one is refused, others are warned of") {
  CHECK(findings(R"({"messages":[{"role":"user"}],"temprature":1})") ==
        "error body.unknown /temprature");
  CHECK(findings(R"({"messages":[{"role":"user"}],"temprature":1})", Undocumented::warned) ==
        "warning body.unknown /temprature");
  CHECK(findings(R"({"messages":[{"role":"user"}],"TEMPERATURE":1})") ==
        "error body.unknown /TEMPERATURE");
  CHECK(findings(R"({"messages":[{"role":"user"}],"colour":1})") == "warning body.unknown /colour");
  const auto prompt = only_finding(R"({"messages":[{"role":"user"}],"prompt":"Once"})");
  CHECK(prompt.severity == Severity::warning);
  CHECK(prompt.suggestion.text.find("a message") != std::string::npos);
}

TEST_CASE("an unknown object whose members are fields is refused, and so is a padded key") {
  struct Row {
    const char* body;
    const char* finding;
    const char* suggestion;
  };
  constexpr auto* up = "move its members to the top level of the body";
  for (
      const auto& row : {
          Row{R"({"sampling":{"TopP":0.5,"seed":1}})", "error body.unknown /sampling", up},
          Row{R"({"defaults":{"model":"acme/tiny","note":1}})", "error body.unknown /defaults", up},
          Row{R"({"defaults":{"model":"acme/tiny","note":1,"team":2}})",
              "warning body.unknown /defaults", ""},
          Row{R"({"provider":{"acme-router":{"only":["acme"]}}})",
              "error provider.unknown /provider/acme-router", "its members belong in provider"},
          Row{R"({"reasoning":{"config":{"effort":"low"}}})",
              "error reasoning.unknown /reasoning/config", "its members belong in reasoning"},
          Row{R"({"\u200btop_p":1})", "error body.unknown /\u200Btop_p", "top_p"},
          Row{R"({"zdr\t":true})", "error body.unknown /zdr\t", "provider.zdr"},
          Row{R"({"thinking ":{}})", "error body.unknown /thinking ", "reasoning"},
          Row{R"({"provider":{"\u00a0exclude":[]}})",
              "error provider.unknown /provider/\u00A0exclude", "ignore"},
          Row{R"({"colour ":1})", "warning body.unknown /colour ", ""},
          Row{R"({"response_format":{"type":"json_schema","name":"a","json_schema":{"name":"a","schema":{}}}})",
              "warning response_format.unknown /response_format/name", "json_schema.name"},
      }) {
    CAPTURE(std::string(row.body));
    CHECK(findings(row.body) == row.finding);
    CHECK(only_finding(row.body).suggestion.text == row.suggestion);
  }
}

TEST_CASE("what a template would replace is no model and no provider") {
  for (const auto* text : {"${ROUTE}", "{{ route }}", "<route>", "$ROUTE", "os.environ/ROUTE",
                           "%ROUTE%", "x/{route}", "$(route)"}) {
    CAPTURE(std::string(text));
    for (const auto* form :
         {R"({"model":"*"})", R"({"models":["*"]})", R"({"provider":{"only":["*"]}})",
          R"({"provider":{"order":["*"]}})", R"({"provider":{"sort":"*"}})",
          R"({"provider":{"max_price":{"prompt":"*"}}})",
          R"({"provider":{"data_collection":"*"}})"}) {
      std::string body(form);
      body.replace(body.find('*'), 1, text);
      CHECK(only_finding(body).suggestion.text.starts_with("mrctl replaces no variables"));
    }
  }
  CHECK(only_finding(R"({"provider":{"max_price":{"prompt":"$2"}}})").suggestion.text == "2");
}

TEST_CASE("a field of another place or interface says where it belongs") {
  struct Row {
    const char* field;
    Severity severity;
    const char* suggestion;
  };
  for (const auto& row : {
           Row{"order", Severity::error, "provider.order"},
           Row{"Allow-Fallbacks", Severity::error, "provider.allow_fallbacks"},
           Row{"extraBody", Severity::error, "move its members to the top level of the body"},
           Row{"maxOutputTokens", Severity::error, "max_completion_tokens"},
           Row{"preset", Severity::error, ""},
           Row{"transforms", Severity::warning, "use the plugin context-compression"},
           Row{"usage", Severity::warning, ""},
           Row{"speed", Severity::warning, ""},
           Row{"TopN", Severity::warning, ""},
           Row{"sed", Severity::warning, "seed"},
       }) {
    const auto found = only_finding("{\"" + std::string(row.field) + "\":1}");
    CAPTURE(std::string(row.field));
    CHECK(found.rule == "body.unknown");
    CHECK(found.severity == row.severity);
    CHECK(found.suggestion.text == row.suggestion);
  }
  CHECK(findings(R"({"max_tool_calls":4,"reasoning":{"enabled":true,"max_tokens":9}})").empty());
  CHECK(findings(R"({"order":[]})", Undocumented::warned) == "warning body.unknown /order");
}

TEST_CASE("an unusual value is warned of, with the nearest known one") {
  struct Row {
    const char* member;
    const char* suggestion;
  };
  for (const auto& row : {
           Row{R"("reasoning":{"effort":"hihg"})", "high"},
           Row{R"("reasoning_effort":"High")", "high"},
           Row{R"("provider":{"sort":"prise"})", "price"},
           Row{R"("provider":{"quantizations":["FP8"]})", "fp8"},
           Row{R"("provider":{"max_price":{"prompt":"2,5"}})", "2.5"},
           Row{R"("tools":[{"type":"router:web_serch"}])", "router:web_search"},
           Row{R"("tools":[{"type":"acme:websearch"}])", "router:web_search"},
           Row{R"("tools":[{"type":"acme:look"}])", ""},
           Row{R"("model":"")", ""},
           Row{R"("model":"tiny")", "write AUTHOR/tiny"},
           Row{R"("model":"acme/tiny@latest")", "acme/tiny"},
           Row{R"("reasoning_effort":"2048")", "a number of tokens is reasoning.max_tokens"},
           Row{R"("provider":{"sort":"cheapest"})", "price"},
           Row{R"("model":"router/acme/large")", "acme/large"},
       }) {
    const auto found =
        only_finding(R"({"messages":[{"role":"user"}],)" + std::string(row.member) + "}");
    CAPTURE(std::string(row.member));
    CHECK(found.severity == Severity::warning);
    CHECK(found.rule.ends_with(".unusual"));
    CHECK(found.suggestion.text == row.suggestion);
  }
}

TEST_CASE("a preset is no model") {
  CHECK(findings(R"({"messages":[{"role":"user"}],"models":["@preset/support"]})") ==
        "warning model.preset /models/0");
}

TEST_CASE("a tool choice names a tool of the body") {
  const std::string begin = R"({"messages":[{"role":"user"}],"tools":[{"type":"function",)"
                            R"("function":{"name":"look_up"}}],"tool_choice":)";
  CHECK(findings(begin + R"({"type":"function","function":{"name":"look_up"}}})").empty());
  const auto found = only_finding(begin + R"({"type":"function","function":{"name":"lookup"}}})");
  CHECK(found.rule == "tool_choice.function.name.not-a-tool");
  CHECK(found.path == "/tool_choice/function/name");
  CHECK(found.suggestion.text == "look_up");
}
