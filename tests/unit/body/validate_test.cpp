#include "mrctl/body/validate.hpp"
#include "mrctl/json/view.hpp"
#include "mrctl/spec/field.hpp"

#include "findings.hpp"
#include "unit/document/documents.hpp"

#include <vector>

using namespace mrctl;
using namespace mrctl::body;

namespace {

std::string text_of(std::size_t characters) {
  return document::repeated("ü", characters);
}

} // namespace

// Every type, bound, length and choice is tested by the corpus (tests/contract/corpus_test.cpp).
TEST_CASE("every example of the table is without errors") {
  for (const auto& field : spec::request_fields()) {
    const Json body{{std::string(field.name), Json::parse(field.example)}};
    CAPTURE(body.dump());
    CHECK_FALSE(has_errors(validate(body, Undocumented::refused)));
  }
}

TEST_CASE("a value outside the documented choices is an error with the nearest one") {
  struct Row {
    std::string body;
    std::string finding;
    std::string suggestion;
  };
  for (const auto& row : {
           Row{R"({"service_tier":"flexx"})", "error service_tier.choice /service_tier", "flex"},
           Row{R"({"service_tier":"fast"})", "error service_tier.choice /service_tier", ""},
           Row{R"({"tool_choice":"requird"})", "error tool_choice.choice /tool_choice", "required"},
           Row{R"({"modalities":["text","vidio","audoi"]})",
               "error modalities.choice /modalities/1\nerror modalities.choice /modalities/2",
               "audio"},
           Row{R"({"cache_control":{"type":"ephemeral","ttl":"5 m"}})",
               "error cache_control.ttl.choice /cache_control/ttl", "5m"},
           Row{R"({"provider":{"data_collection":"deni"}})",
               "error provider.data_collection.choice /provider/data_collection", "deny"},
           Row{R"({"prompt_cache_options":{"mode":"implicit"}})",
               "error prompt_cache_options.mode.choice /prompt_cache_options/mode", "explicit"},
           Row{R"({"plugins":[{"id":"pareto-router","price_source":"promt"}]})",
               "error plugins.price_source.choice /plugins/0/price_source", "prompt"},
           Row{R"({"plugins":[{"id":"fusion","preset":"general-hihg"}]})",
               "error plugins.preset.choice /plugins/0/preset", "general-high"},
       }) {
    CAPTURE(row.body);
    CHECK(findings(row.body) == row.finding);
    CHECK(validate(Json::parse(row.body), Undocumented::refused)
              .back()
              .suggestion.text.substr(0, row.suggestion.size()) == row.suggestion);
  }
}

TEST_CASE("a limit of tokens that leaves no answer is warned of") {
  struct Row {
    const char* body;
    const char* finding;
    const char* suggestion;
  };
  for (const auto& row : {Row{R"({"max_completion_tokens":15.0})",
                              "warning max_completion_tokens.unusual /max_completion_tokens", ""},
                          Row{R"({"max_completion_tokens":0})",
                              "warning max_completion_tokens.unusual /max_completion_tokens",
                              "leave it out: there is no limit then"},
                          Row{R"({"max_completion_tokens":1024,"reasoning":{"max_tokens":1024}})",
                              "warning reasoning.max_tokens.budget /max_completion_tokens",
                              "raise it, or lower reasoning.max_tokens"}}) {
    CHECK(findings(row.body) == row.finding);
    CHECK(only_finding(row.body).suggestion.text == row.suggestion);
  }
  CHECK(findings(R"({"max_completion_tokens":1025,"reasoning":{"max_tokens":1024}})").empty());
  CHECK(findings(R"({"max_completion_tokens":null,"reasoning":{"max_tokens":1024}})").empty());
}

TEST_CASE("a choice of a tool in another form is warned of, with the form that services take") {
  struct Row {
    const char* choice;
    const char* suggestion;
  };
  for (const auto& row : {Row{R"({"type":"required"})", R"(write "required")"},
                          Row{R"({"type":"any"})", R"(write "required")"},
                          Row{R"({"type":"function","name":"refund"})",
                              R"(write {"type": "function", "function": {"name": "refund"}})"},
                          Row{R"({"type":"tool","name":"refund"})",
                              R"(write {"type": "function", "function": {"name": "refund"}})"}})
    CHECK(only_finding(
              R"({"tools":[{"type":"function","function":{"name":"refund"}}],"tool_choice":)" +
              std::string(row.choice) + "}")
              .suggestion.text == row.suggestion);
}

TEST_CASE("deprecated fields are warned of, with what to use instead") {
  CHECK(only_finding(R"({"max_tokens":16})").rule == "max_tokens.deprecated");
  CHECK(only_finding(R"({"max_tokens":16})").suggestion.text == "use max_completion_tokens");
  CHECK(only_finding(R"({"route":"sort"})").suggestion.text == "use provider.sort.partition");
  CHECK(findings(R"({"stream_options":{"include_usage":true}})") ==
        "warning stream_options.ignored /stream_options");
}

TEST_CASE("fields that a preset does not keep are warned of") {
  for (const std::string body :
       {R"({"stream":true})", R"({"stream_options":{}})", R"({"debug":{}})", R"({"user":"u"})",
        R"({"session_id":"s"})", R"({"metadata":{}})", R"({"trace":{}})",
        R"({"prompt_cache_key":"k"})", R"({"prediction":{"type":"content","content":"c"}})"}) {
    const auto problem = only_finding(body);
    CHECK(problem.severity == Severity::warning);
    CHECK(problem.rule.ends_with(".ignored"));
  }
  CHECK(findings(R"({"messages":[{"role":"user","content":"hi"}]})").empty());
  CHECK(findings(R"({"stream":false})").empty());
}

TEST_CASE("more than three models are suspicious") {
  CHECK(findings(R"({"models":["a/b","c/d","e/f"]})").empty());
  CHECK(findings(R"({"models":["a/b","c/d","e/f","g/h"]})") == "warning models.many /models");
}

TEST_CASE("all problems come back, in the order of the body") {
  CHECK(
      findings(
          R"({"max_tokens":"x","temperature":3,"provider":{"x":1},"models":["a/b","c/d","e/f",1],"seed":"s"})") ==
      "error max_tokens.type /max_tokens\n"
      "warning max_tokens.deprecated /max_tokens\n"
      "error temperature.range /temperature\n"
      "error provider.unknown /provider/x\n"
      "error models.type /models/3\n"
      "warning models.many /models\n"
      "error seed.type /seed");
}

TEST_CASE("a body that is no object is one problem") {
  for (const std::string body : {"null", "3", "\"x\"", "[]", "true"})
    CHECK(findings(body) == "error body.type ");
}

TEST_CASE("long values are quoted short, without cutting a character") {
  const auto message = only_finding(R"({"temperature":")" + text_of(100) + "\"}").message;
  CHECK(message == "temperature must be a number or null, got \"" + text_of(19) + "…");
}

TEST_CASE("bounds are compared by exact value") {
  const auto problems_of = [](const std::string& temperature) {
    const auto text = read_json_text(SharedText("{\"temperature\":" + temperature + "}"));
    REQUIRE(text.has_value());
    return validate(*text, Undocumented::refused).size();
  };
  for (const auto* number : {"2.0000000000000000001", "-0.0000000000000000000001", "1e400"})
    CHECK(problems_of(number) == 1);
  for (const auto* number : {"2.0000000000000000000", "0.2e1", "1e-400"})
    CHECK(problems_of(number) == 0);
}

TEST_CASE("an object where a list belongs comes with the list") {
  const auto meant = [](const std::string& body) {
    return validate(Json::parse(body), Undocumented::refused).front().suggestion.text;
  };
  CHECK(meant(R"({"provider":{"order":{"0":"acme","1":"globex"}}})") == R"(["acme", "globex"])");
  CHECK(meant(R"({"tools":{"type":"function","function":{"name":"f"}}})") ==
        R"([{"type":"function","function":{"name":"f"}}])");
  CHECK(meant(R"({"provider":{"order":{"first":1}}})") == R"(["first"])");
}
