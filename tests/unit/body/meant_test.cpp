#include "mrctl/body/validate.hpp"

#include "desk.hpp"
#include "findings.hpp"

using namespace mrctl;
using namespace mrctl::body;

namespace {

// What is found in a body of these members, and what to write: "error RULE PATH SUGGESTION".
std::string advice_on(const std::string& members) {
  std::string out;
  for (const auto& problem : validate(Json::parse("{" + members + "}"), Undocumented::refused))
    out += (out.empty() ? "" : "\n") + std::string(severity_name(problem.severity)) + " " +
           problem.rule + " " + problem.path + " " + problem.suggestion.text;
  return out;
}

struct Row {
  std::string members;
  std::string advice;
};

} // namespace

TEST_CASE("several names in one text of a list are entries of their own") {
  for (
      const auto& row : {
          Row{R"("models":["acme/tiny,acme/large"])",
              R"(error list.several /models/0 ["acme/tiny", "acme/large"])"},
          Row{R"("provider":{"only":["acme", "globex initech"]})",
              R"(error list.several /provider/only/1 ["globex", "initech"])"},
          Row{R"("provider":{"quantizations":["fp8\nfp4"]})",
              R"(error list.several /provider/quantizations/0 ["fp8", "fp4"])"},
          Row{R"("plugins":[{"id":"web","include_domains":["a.example, b.example"]}])",
              R"(error list.several /plugins/0/include_domains/0 ["a.example", "b.example"])"},
          Row{R"("modalities":["text,image"])",
              R"(error list.several /modalities/0 ["text", "image"])"},
          Row{R"("provider":{"ignore":["acme,"]})",
              R"(error list.several /provider/ignore/0 ["acme"])"},
          Row{R"("provider":{"order":["acme > globex"]})",
              R"(error list.several /provider/order/0 ["acme", "globex"])"},
          Row{R"("provider":{"order":"[acme, globex]"})",
              R"(error provider.order.type /provider/order ["acme", "globex"])"},
          Row{R"("provider.order":["acme"])",
              R"(error body.unknown /provider.order write "provider": {"order": …})"},
          Row{R"("provider":{"ignore":["\"heron\""]})",
              R"(warning list.pattern /provider/ignore/0 ["heron"])"},
          Row{R"("provider":{"ignore":["“plover”"]})",
              R"(warning list.pattern /provider/ignore/0 ["plover"])"},
          Row{R"("provider":{"ignore":["'wren'"]})",
              R"(warning list.pattern /provider/ignore/0 ["wren"])"},
          Row{R"("provider":{"ignore":["a\\"]})",
              R"(warning list.pattern /provider/ignore/0 ["a"])"},
          Row{R"("provider":{"ignore":["O'Neill"]})", ""},
          Row{R"("provider":{"order":["heron;plover|wren"]})",
              R"(warning list.pattern /provider/order/0 ["heron", "plover", "wren"])"},
          Row{R"("provider":{"only":["!acme"]})",
              "warning list.pattern /provider/only/0 put the name into provider.ignore"},
          Row{R"("models":["acme/*"],"plugins":[{"id":"auto-router","allowed_models":["acme/*"]}])",
              "warning list.pattern /models/0 name each one"},
          Row{R"("provider":{"preferred_max_latency":"500ms"})",
              "warning provider.preferred_max_latency.unusual /provider/preferred_max_latency 0.5, "
              "or an object such as {\"p90\": 0.5}"},
          Row{R"("provider":{"order":["Acme, Inc."]})",
              R"(warning list.several /provider/order/0 ["Acme", "Inc."])"},
          Row{R"("provider":{"order":["Acme,Globex"]})",
              R"(error list.several /provider/order/0 ["Acme", "Globex"])"},
          Row{R"("provider":{"order":["Acme AI", "Büro AG"]},"stop":["a, b"])", ""},
          Row{R"("provider":{"order":[" acme "]})", "warning list.pattern /provider/order/0 acme"},
          Row{R"("provider":{"order":["plover\n"]})",
              "warning list.pattern /provider/order/0 plover"},
          Row{R"("provider":{"ignore":["Wren\u00a0AI\u2060"]})",
              "warning list.pattern /provider/ignore/0 Wren AI"},
          Row{R"("plugins":[{"id":"web","include_domains":["\ufeffheron.example"]}])",
              "warning list.pattern /plugins/0/include_domains/0 heron.example"},
      }) {
    CAPTURE(row.members);
    CHECK(advice_on(row.members) == row.advice);
  }
  CHECK(findings(R"({"provider":{"order":["a,b"]}})", Undocumented::warned) ==
        "warning list.several /provider/order/0");
}

TEST_CASE("a flag of a list of names takes several in one text") {
  CHECK(json_of({"--provider-order", " acme , globex\r\n,initech", "--provider-order", "hooli"}) ==
        R"({"provider":{"order":["acme","globex","initech","hooli"]}})");
  CHECK(json_of({"--models", "acme/tiny\nacme/large\n"}) ==
        R"({"models":["acme/tiny","acme/large"]})");
  CHECK(json_of({"--provider-quantizations", "fp8,fp4", "--modalities", "text,image"}) ==
        R"({"modalities":["text","image"],"provider":{"quantizations":["fp8","fp4"]}})");
  CHECK(json_of({"--plugins-web-exclude-domains", "a.example,b.example"}) ==
        R"({"plugins":[{"id":"web","exclude_domains":["a.example","b.example"]}]})");
  CHECK(json_of({"--stop", "a, b"}) == R"({"stop":["a, b"]})");
  CHECK(json_of({"--provider-only", "null"}) == R"({"provider":{"only":null}})");
}

TEST_CASE("a flag of a list that names nothing empties it, with a warning") {
  const auto body = built({"--body", "b.yaml", "--models", " ,\n"}, {{"b.yaml", "models: [a/b]"}});
  CHECK(dump_json(body.json.value()) == R"({"models":[]})");
  REQUIRE(body.problems.size() == 1);
  CHECK(body.problems.front().rule == "flag.empty");
  CHECK(body.problems.front().severity == Severity::warning);
}

TEST_CASE("words of other interfaces say what they are called here") {
  for (const auto& row : {
           Row{R"("provider":{"allow":["acme"]})", "error provider.unknown /provider/allow only"},
           Row{R"("provider":{"maxLatency":3})",
               "error provider.unknown /provider/maxLatency preferred_max_latency"},
           Row{R"("provider":{"fallbacks":true})",
               "error provider.unknown /provider/fallbacks allow_fallbacks"},
           Row{R"("provider":{"max_price":{"Output":3}})",
               "error provider.max_price.unknown /provider/max_price/Output completion"},
           Row{R"("provider":{"max_price":{"video":3}})",
               "warning provider.max_price.unknown /provider/max_price/video "},
           Row{R"("gateway":{})", "error body.unknown /gateway write its members into provider"},
           Row{R"("providerOrder":["acme"])", "error body.unknown /providerOrder provider.order"},
           Row{R"("fallbackModels":["a/b"])", "error body.unknown /fallbackModels models"},
           Row{R"("thinking":{})", "warning body.unknown /thinking reasoning"},
           Row{R"("maxToolCalls":3)", "error body.unknown /maxToolCalls max_tool_calls"},
           Row{R"("max_tool_call":3)", "error body.unknown /max_tool_call max_tool_calls"},
           Row{R"("max_tool_calls":3)", ""},
       }) {
    CAPTURE(row.members);
    CHECK(advice_on(row.members) == row.advice);
  }
}

TEST_CASE("a value of a wrong type says how it is written") {
  for (
      const auto& row : {
          Row{R"("plugins":{"web":{"id":"web","max_results":3}})",
              R"(error plugins.type /plugins [{"id": "web", "max_results":3}])"},
          Row{R"("plugins":{"0":{"max_results":3,"id":"web"},"1":{"id":"file-parser"}})",
              R"(error plugins.type /plugins [{"id": "web", "max_results":3}, {"id": "file-parser"}])"},
          Row{R"("provider":["acme","{{x}}"])",
              "error provider.type /provider mrctl replaces no variables: write each name"},
          Row{R"("service_tier":3)",
              "error service_tier.type /service_tier one of auto, default, flex, priority, scale"},
          Row{R"("model":["a/b","c/d"])",
              R"(error model.type /model write "models": ["a/b", "c/d"])"},
          Row{R"("model":["a/b",1])", R"(error model.type /model for example "acme/large")"},
          Row{R"("provider":["acme"])", R"(error provider.type /provider {"order": ["acme"]})"},
          Row{R"("provider":{"max_price":2})",
              R"(error provider.max_price.type /provider/max_price {"prompt": "2"})"},
          Row{R"("provider":{"max_price":"low"})",
              "error provider.max_price.type /provider/max_price "},
          Row{R"("provider":{"order":"acme globex"})",
              R"(error provider.order.type /provider/order ["acme", "globex"])"},
          Row{R"("response_format":{"type":"json_schema"})",
              R"(error response_format.required /response_format write "json_schema": {"name": …, "schema": …})"},
          Row{R"("messages":[{"system":"Hi"}])",
              R"(error messages.required /messages/0 {"role": "system", "content": "Hi"})"},
          Row{R"("tools":[{"type":"look_up"}])",
              R"(error tools.type.choice /tools/0/type write {"type": "function", "function": {"name": "look_up"}})"},
          Row{R"("tools":[{"type":"look up"}])",
              R"(error tools.type.choice /tools/0/type write "type": "function", "function": {"name": …, "parameters": …})"},
          Row{R"("tools":[{"type":"web_search"}])",
              "error tools.type.choice /tools/0/type router:web_search"},
          Row{R"("tools":[{"type":"function","function":{"name":"get weather"}}])",
              "error tools.function.name.charset /tools/0/function/name get_weather"},
          Row{R"("messages":[{"role":"human","content":"Hi"}])",
              "error messages.role.choice /messages/0/role user"},
          Row{R"("model":"acme/tiny,acme/large")",
              R"(warning model.unusual /model write "models": ["acme/tiny", "acme/large"])"},
          Row{R"("model":"acme/large:globex/fp8")", "warning model.unusual /model acme/large"},
      }) {
    CAPTURE(row.members);
    CHECK(advice_on(row.members) == row.advice);
  }
}

TEST_CASE("a maximum price that can only be one per token is warned of") {
  for (const auto& row : {
           Row{R"("provider":{"max_price":{"prompt":3e-6}})",
               "warning provider.max_price.prompt.unit /provider/max_price/prompt 3"},
           Row{R"("provider":{"max_price":{"completion":"0.00099"}})",
               "warning provider.max_price.completion.unit /provider/max_price/completion 990"},
           Row{R"("provider":{"max_price":{"prompt":0,"completion":0.001,"image":0.0001}})", ""},
           Row{R"("provider":{"max_price":{"prompt":"$2"}})",
               "warning provider.max_price.unusual /provider/max_price/prompt 2"},
       }) {
    CAPTURE(row.members);
    CHECK(advice_on(row.members) == row.advice);
  }
}

TEST_CASE("an effort and a budget of tokens exclude each other") {
  const std::string conflict = "warning reasoning.max_tokens.";
  for (const auto& row : {
           Row{R"("reasoning":{"effort":"low","max_tokens":9})",
               conflict + "conflict /reasoning/max_tokens remove one of them"},
           Row{R"("reasoning_effort":"low","reasoning":{"max_tokens":9})",
               conflict + "shorthand-conflict /reasoning/max_tokens remove one of them"},
           Row{R"("reasoning_effort":null,"reasoning":{"effort":null,"max_tokens":9})", ""},
           Row{R"("reasoning":{"effort":"low","max_tokens":null})", ""},
       }) {
    CAPTURE(row.members);
    CHECK(advice_on(row.members) == row.advice);
  }
}

TEST_CASE("two tools have different names") {
  const std::string tool = R"({"type":"function","function":{"name":"f"}})";
  CHECK(findings(R"({"tools":[)" + tool + R"(,{"type":"router:web_fetch"},)" + tool + "]}") ==
        "warning tools.function.name.duplicate /tools/2/function/name");
}

TEST_CASE("words of other interfaces for a choice say which one is meant") {
  for (
      const auto& row : {
          Row{R"("tool_choice":"any")", "error tool_choice.choice /tool_choice required"},
          Row{R"("tool_choice":"look_up")",
              R"(error tool_choice.choice /tool_choice {"type": "function", "function": {"name": "look_up"}})"},
          Row{R"("tool_choice":{"type":"tool","name":"f"})",
              R"(warning tool_choice.type.not-a-tool /tool_choice/type write {"type": "function", "function": {"name": "f"}})"},
          Row{R"("provider":{"data_collection":"None"})",
              "error provider.data_collection.choice /provider/data_collection deny"},
          Row{R"("service_tier":"standard")", "error service_tier.choice /service_tier default"},
          Row{R"("modalities":["vision"])", "error modalities.choice /modalities/0 image"},
      }) {
    CAPTURE(row.members);
    CHECK(advice_on(row.members) == row.advice);
  }
}

TEST_CASE("a text in place of a list or an object comes with a word that it may hold") {
  for (const auto& row : {
           Row{R"("modalities":"Image")", R"(error modalities.type /modalities ["image"])"},
           Row{R"("modalities":"a picture")",
               R"(error modalities.type /modalities for example ["text"])"},
           Row{R"("modalities":{"image":true})", R"(error modalities.type /modalities ["image"])"},
           Row{R"("modalities":{"id":"web"})",
               R"(error modalities.type /modalities for example ["text"])"},
           Row{R"("cache_control":"ephemeral")",
               R"(error cache_control.type /cache_control {"type": "ephemeral"})"},
           Row{R"("cache_control":"5m")",
               R"(error cache_control.type /cache_control for example {"type":"ephemeral"})"},
       }) {
    CAPTURE(row.members);
    CHECK(advice_on(row.members) == row.advice);
  }
}

TEST_CASE("a share in percent comes with the share") {
  for (const auto& row : {
           Row{R"("top_p":90)", "error top_p.range /top_p 0.9"},
           Row{R"("top_p":"90%")", "error top_p.type /top_p 0.9"},
           Row{R"("top_p":"5%")", "error top_p.type /top_p 0.05"},
           Row{R"("top_p":"0.5 %")", "error top_p.type /top_p 0.005"},
           Row{R"("top_p":"0.5")", "error top_p.type /top_p 0.5"},
           Row{R"("top_p":"500%")", "error top_p.type /top_p for example 0.9"},
           Row{R"("temperature":"70%")", "error temperature.type /temperature for example 0.2"},
           Row{R"("seed":"70%")", "error seed.type /seed 70"},
           Row{R"("top_p":3)", "error top_p.range /top_p "},
           Row{R"("temperature":90)", "error temperature.range /temperature "},
           Row{R"("frequency_penalty":-3)", "error frequency_penalty.range /frequency_penalty "},
       }) {
    CAPTURE(row.members);
    CHECK(advice_on(row.members) == row.advice);
  }
}

TEST_CASE("a latency of a hundred seconds or more is probably in milliseconds") {
  const std::string of_latency = "warning provider.preferred_max_latency.unusual "
                                 "/provider/preferred_max_latency ";
  for (const auto& row : {
           Row{R"("provider":{"preferred_max_latency":500})", of_latency + "0.5"},
           Row{R"("provider":{"preferred_max_latency":99.5})", ""},
           Row{R"("provider":{"preferred_min_throughput":500})", ""},
       }) {
    CAPTURE(row.members);
    CHECK(advice_on(row.members) == row.advice);
  }
}

TEST_CASE("providers as members of provider are the list that is meant") {
  for (const auto& row : {
           Row{R"("provider":{"acme":{"order":1},"northlake":{}})",
               R"(error provider.unknown /provider/acme write "order": ["acme", "northlake"])"},
           Row{R"("provider":{"acme":{},"only":["acme"]})",
               "error provider.unknown /provider/acme "},
           Row{R"("provider":{"max_prices":{}})",
               "error provider.unknown /provider/max_prices max_price"},
       }) {
    CAPTURE(row.members);
    CHECK(advice_on(row.members) == row.advice);
  }
}
