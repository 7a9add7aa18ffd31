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

std::string list_of(std::size_t items, const std::string& item) {
  return "[" + (items == 0 ? "" : item + document::repeated("," + item, items - 1)) + "]";
}

std::string pairs(std::size_t count) {
  auto object = Json::object();
  for (std::size_t i = 0; i < count; ++i)
    object["k" + std::to_string(i)] = "v";
  return object.dump();
}

} // namespace

TEST_CASE("every example of the table is without errors") {
  for (const auto& field : spec::request_fields()) {
    const Json body{{std::string(field.name), Json::parse(field.example)}};
    CAPTURE(body.dump());
    CHECK_FALSE(has_errors(validate(body, Undocumented::refused)));
  }
}

TEST_CASE("a whole number is an integer however it is written") {
  CHECK(findings(R"({"seed":1.0,"max_completion_tokens":1e3,"top_logprobs":5.0})").empty());
  CHECK(findings(R"({"seed":1.5})") == "error seed.type /seed");
}

TEST_CASE("every stated bound holds from both sides") {
  struct Row {
    std::string before; // the body up to the value
    std::string after;
    std::vector<std::string> inside;
    std::vector<std::string> outside;
    std::string finding;
  };
  const std::vector<Row> rows{
      {R"({"temperature":)",
       "}",
       {"0", "2", "2.0", "0.7"},
       {"-0.01", "2.01", "3", "-1"},
       "error temperature.range /temperature"},
      {R"({"top_p":)", "}", {"0", "1"}, {"-0.1", "1.1"}, "error top_p.range /top_p"},
      {R"({"frequency_penalty":)",
       "}",
       {"-2", "2"},
       {"-2.1", "2.1"},
       "error frequency_penalty.range /frequency_penalty"},
      {R"({"presence_penalty":)",
       "}",
       {"-2.0", "2"},
       {"-2.1", "2.1"},
       "error presence_penalty.range /presence_penalty"},
      {R"({"top_logprobs":)",
       "}",
       {"0", "20"},
       {"-1", "21"},
       "error top_logprobs.range /top_logprobs"},
      {R"({"plugins":[{"id":"auto-router","cost_quality_tradeoff":)",
       "}]}",
       {"0", "10"},
       {"-1", "11"},
       "error plugins.cost_quality_tradeoff.range /plugins/0/cost_quality_tradeoff"},
      {R"({"plugins":[{"id":"pareto-router","min_coding_score":)",
       "}]}",
       {"0", "1", "0.66"},
       {"-0.1", "1.1"},
       "error plugins.min_coding_score.range /plugins/0/min_coding_score"},
      {R"({"plugins":[{"id":"fusion","max_tool_calls":)",
       "}]}",
       {"1", "16"},
       {"0", "17"},
       "error plugins.max_tool_calls.range /plugins/0/max_tool_calls"},
  };
  for (const auto& row : rows) {
    for (const auto& value : row.inside)
      CHECK(findings(row.before + value + row.after).empty());
    for (const auto& value : row.outside)
      CHECK(findings(row.before + value + row.after) == row.finding);
  }
}

TEST_CASE("fields without a stated range take any number") {
  CHECK(findings(R"({"top_k":-5,"min_p":7,"top_a":-1,"repetition_penalty":100,"seed":-9,)"
                 R"("max_completion_tokens":1e9,"logit_bias":{"1":1e9}})")
            .empty());
}

TEST_CASE("every stated length holds from both sides, and counts characters") {
  struct Row {
    std::string inside;
    std::string outside;
    std::string finding; // a warning on the field itself is left out
  };
  const auto session = [](std::size_t length) {
    return R"({"session_id":")" + text_of(length) + "\"}";
  };
  const auto value = [](std::size_t length) {
    return R"({"metadata":{"k":")" + text_of(length) + "\"}}";
  };
  const auto key = [](std::size_t length) {
    return R"({"metadata":{")" + text_of(length) + R"(":"v"}})";
  };
  const auto stop = [](std::size_t count) { return R"({"stop":)" + list_of(count, "\"s\"") + "}"; };
  const auto name = [](std::size_t length) {
    return R"({"tools":[{"type":"function","function":{"name":")" +
           document::repeated("n", length) + "\"}}]}";
  };
  const auto models = [](std::size_t count) {
    return R"({"plugins":[{"id":"fusion","analysis_models":)" + list_of(count, "\"m\"") + "}]}";
  };
  const auto tools = [](std::size_t count) {
    return R"({"plugins":[{"id":"fusion","tools":)" + list_of(count, R"({"type":"t"})") + "}]}";
  };
  const std::vector<Row> rows{
      {session(256), session(257), "error session_id.length /session_id"},
      {value(512), value(513), "error metadata.length /metadata/k"},
      {key(64), key(65), "error metadata.key-length /metadata/" + text_of(65)},
      {R"({"metadata":)" + pairs(16) + "}", R"({"metadata":)" + pairs(17) + "}",
       "error metadata.length /metadata"},
      {stop(4), stop(5), "error stop.length /stop"},
      {name(64), name(65), "error tools.function.name.length /tools/0/function/name"},
      {R"({"messages":[{"role":"user"}]})", R"({"messages":[]})",
       "error messages.length /messages"},
      {R"({"stop_server_tools_when":[1]})", R"({"stop_server_tools_when":[]})",
       "error stop_server_tools_when.length /stop_server_tools_when"},
      {models(1), models(0), "error plugins.analysis_models.length /plugins/0/analysis_models"},
      {models(8), models(9), "error plugins.analysis_models.length /plugins/0/analysis_models"},
      {tools(0), tools(9), "error plugins.tools.length /plugins/0/tools"},
      {tools(8), tools(9), "error plugins.tools.length /plugins/0/tools"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.inside);
    CHECK_FALSE(has_errors(validate(Json::parse(row.inside), Undocumented::refused)));
    CHECK(findings(row.outside).substr(0, row.finding.size()) == row.finding);
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
              .suggestion.substr(0, row.suggestion.size()) == row.suggestion);
  }
}

TEST_CASE("every documented choice is taken") {
  for (const std::string tier : {"auto", "default", "flex", "priority", "scale"})
    CHECK(findings_in(Json{{"service_tier", tier}}).empty());
  for (const std::string choice : {"none", "auto", "required"})
    CHECK(findings_in(Json{{"tool_choice", choice}}).empty());
  for (const std::string type : {"text", "json_object", "python"})
    CHECK(findings_in(Json{{"response_format", {{"type", type}}}}).empty());
  for (const std::string id :
       {"auto-router", "moderation", "web", "web-fetch", "file-parser", "response-healing",
        "context-compression", "pareto-router", "fusion"})
    CHECK(findings_in(Json{{"plugins", Json::array({Json{{"id", id}}})}}).empty());
  for (const std::string preset : {"general-high", "general-budget", "general-fast"})
    CHECK(findings(R"({"plugins":[{"id":"fusion","preset":")" + preset + "\"}]}").empty());
  CHECK(findings(R"({"modalities":["text","image","audio"]})").empty());
  CHECK(findings(R"({"cache_control":{"type":"ephemeral","ttl":"1h"}})").empty());
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
    CHECK(only_finding(row.body).suggestion == row.suggestion);
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
              .suggestion == row.suggestion);
}

TEST_CASE("deprecated fields are warned of, with what to use instead") {
  CHECK(only_finding(R"({"max_tokens":16})").rule == "max_tokens.deprecated");
  CHECK(only_finding(R"({"max_tokens":16})").suggestion == "use max_completion_tokens");
  CHECK(only_finding(R"({"route":"sort"})").suggestion == "use provider.sort.partition");
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

TEST_CASE("reasoning_effort must not differ from reasoning.effort, and null differs from nothing") {
  struct Row {
    std::string body;
    std::string findings;
  };
  for (const auto& row : {
           Row{R"({"reasoning_effort":"high","reasoning":{"effort":"low"}})",
               "error reasoning_effort.conflict /reasoning_effort"},
           Row{R"({"reasoning_effort":"high","reasoning":{"effort":"high"}})", ""},
           Row{R"({"reasoning_effort":null,"reasoning":{"effort":"low"}})", ""},
           Row{R"({"reasoning_effort":"high","reasoning":{"effort":null}})", ""},
           Row{R"({"reasoning_effort":"high","reasoning":{}})", ""},
           Row{R"({"reasoning_effort":"high"})", ""},
       }) {
    CAPTURE(row.body);
    CHECK(findings(row.body) == row.findings);
  }
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

TEST_CASE("messages say what is right and what was found") {
  struct Row {
    std::string body;
    std::string message;
  };
  for (const auto& row : {
           Row{R"({"temperature":3})", "temperature must be between 0 and 2, got 3"},
           Row{R"({"top_p":-0.5})", "top_p must be between 0 and 1, got -0.5"},
           Row{R"({"temperature":"hot"})", R"(temperature must be a number or null, got "hot")"},
           Row{R"({"stop":{}})", "stop must be a string or an array or null, got an object"},
           Row{R"({"provider":{"order":[1]}})", "provider.order[0] must be a string, got 1"},
           Row{R"({"route":true})", "route must be a string or null, got true"},
           Row{R"({"service_tier":"fast"})",
               R"(service_tier must be one of auto, default, flex, priority, scale, got "fast")"},
           Row{R"({"stop":["a","b","c","d","e"]})", "stop must have at most 4 items, got 5"},
           Row{R"({"stop_server_tools_when":[]})",
               "stop_server_tools_when must have at least 1 item, got 0"},
           Row{R"({"cache_control":{}})", "cache_control requires the member 'type'"},
           Row{R"({"provider":{"x":1}})", "'x' is not a documented member of provider"},
           Row{R"({"mine":1})", "'mine' is not a documented field"},
       }) {
    CAPTURE(row.body);
    CHECK(validate(Json::parse(row.body), Undocumented::refused).front().message == row.message);
  }
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
    return validate(Json::parse(body), Undocumented::refused).front().suggestion;
  };
  CHECK(meant(R"({"provider":{"order":{"0":"acme","1":"globex"}}})") == R"(["acme", "globex"])");
  CHECK(meant(R"({"tools":{"type":"function","function":{"name":"f"}}})") ==
        R"([{"type":"function","function":{"name":"f"}}])");
  CHECK(meant(R"({"provider":{"order":{"first":1}}})") == R"(["first"])");
}
