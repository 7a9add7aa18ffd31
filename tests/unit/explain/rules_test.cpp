#include "mrctl/explain/explanation.hpp"
#include "mrctl/spec/rule.hpp"

#include "explained.hpp"

using namespace mrctl;
using namespace mrctl::explain;

namespace {

// One rule on one body and one endpoint with the tag "x" or, for tiers, "x/TIER".
struct Row {
  std::string_view code;
  std::string_view body;
  std::string_view endpoint;
  std::string_view expected;
  std::string_view fix{};
};

void check_rows(std::initializer_list<Row> rows, const Premises& premises = {}) {
  for (const auto& row : rows) {
    CAPTURE(std::string(row.body));
    CAPTURE(std::string(row.endpoint));
    const auto seen = explained(row.body, "[" + std::string(row.endpoint) + "]", premises);
    const auto tag = *seen.group().endpoints.front().endpoint->tag;
    CHECK(seen.check(tag, row.code) == row.expected);
    CHECK(seen.fix(tag) == row.fix);
  }
}

} // namespace

TEST_CASE("only lets in what an entry matches") {
  check_rows({
      {"only", R"({"provider":{"only":["x"]}})", R"({"tag":"x"})", "pass"},
      {"only", R"({"provider":{"only":["y"]}})", R"({"tag":"x"})", "fail",
       R"(/provider/only ["y"] -> ["y","x"])"},
      {"only", R"({"provider":{"only":[]}})", R"({"tag":"x"})", "not listed"},
      {"only", R"({"provider":{"only":null}})", R"({"tag":"x"})", "not listed"},
      {"only", R"({"provider":{}})", R"({"tag":"x"})", "not listed"},
  });
}

TEST_CASE("ignore keeps out what an entry matches") {
  check_rows({
      {"ignore", R"({"provider":{"ignore":["y"]}})", R"({"tag":"x"})", "pass"},
      {"ignore", R"({"provider":{"ignore":["y","x","X/fp8"]}})", R"({"tag":"x/fp8"})", "fail",
       R"(/provider/ignore ["y","x","X/fp8"] -> ["y"])"},
      {"ignore", R"({"provider":{"ignore":["x"]}})", R"({"tag":"x"})", "fail",
       R"(/provider/ignore ["x"] -> [])"},
  });
}

TEST_CASE("a tier endpoint is used only where its tier or its whole tag is named") {
  check_rows({
      {"tier", R"({})", R"({"tag":"x"})", "not listed"},
      {"tier", R"({})", R"({"tag":"flex"})", "not listed"},
      {"tier", R"({})", R"({"tag":"x/flex"})", "fail", R"(/service_tier null -> "flex")"},
      {"tier", R"({"service_tier":"auto"})", R"({"tag":"x/y/FAST"})", "fail",
       R"(/service_tier "auto" -> "priority")"},
      {"tier", R"({"service_tier":"flex"})", R"({"tag":"x/flex"})", "pass"},
      {"tier", R"({"service_tier":"priority"})", R"({"tag":"x/fast"})", "pass"},
      {"tier", R"({"service_tier":"scale"})", R"({"tag":"x/Scale"})", "pass"},
      {"tier", R"({"provider":{"only":["X/flex"]}})", R"({"tag":"x/flex"})", "pass"},
      {"tier", R"({"provider":{"order":["x/FLEX"]}})", R"({"tag":"x/flex"})", "pass"},
      {"tier", R"({"provider":{"order":["x"]}})", R"({"tag":"x/flex"})", "fail",
       R"(/provider/order ["x"] -> ["x","x/flex"])"},
  });
}

TEST_CASE("a request for flex leaves open what other endpoints may do") {
  check_rows({
      {"service_tier", R"({"service_tier":"flex"})", R"({"tag":"x"})", "unknown: not-decidable"},
      {"service_tier", R"({"service_tier":"flex"})", R"({"tag":"x/flex"})", "not listed"},
      {"service_tier", R"({"service_tier":"scale"})", R"({"tag":"x"})", "not listed"},
      {"service_tier", R"({"service_tier":"flex"})", R"({"tag":"x/scale"})",
       "unknown: not-decidable", R"(/service_tier "flex" -> "scale")"},
  });
}

TEST_CASE("a quantization stands for its family") {
  const auto body = R"({"provider":{"quantizations":["FP4","int8"]}})";
  check_rows({
      {"quantizations", body, R"({"tag":"x","quantization":"fp4"})", "pass"},
      {"quantizations", body, R"({"tag":"x","quantization":"mxfp4"})", "pass"},
      {"quantizations", body, R"({"tag":"x","quantization":"NVFP4"})", "pass"},
      {"quantizations", body, R"({"tag":"x","quantization":null})", "unknown: no-data"},
      {"quantizations", body, R"({"tag":"x"})", "unknown: no-data"},
      {"quantizations", body, R"({"tag":"x","quantization":"mxfp8"})", "fail",
       R"(/provider/quantizations ["FP4","int8"] -> ["FP4","int8","mxfp8"])"},
      {"quantizations", R"({"provider":{"quantizations":["fp8"]}})",
       R"({"tag":"x","quantization":"mxfp8"})", "pass"},
      {"quantizations", R"({"provider":{"quantizations":["mxfp8"]}})",
       R"({"tag":"x","quantization":"fp8"})", "fail",
       R"(/provider/quantizations ["mxfp8"] -> ["mxfp8","fp8"])"},
  });
}

TEST_CASE("prices of tokens are compared by the million, exactly") {
  const auto body = R"({"provider":{"max_price":{"prompt":"0.3"}}})";
  const auto code = "max_price.prompt";
  check_rows({
      {code, body, R"({"tag":"x","pricing":{"prompt":"0.0000003"}})", "pass"},
      {code, body, R"({"tag":"x","pricing":{"prompt":3e-7}})", "pass"},
      {code, body, R"({"tag":"x","pricing":{"prompt":"0.00000030000000000000000001"}})", "fail",
       R"(/provider/max_price/prompt "0.3" -> "0.30000000000000000001")"},
      {code, body, R"({"tag":"x","pricing":{"prompt":"-1"}})", "unknown: no-data"},
      {code, body, R"({"tag":"x","pricing":{"prompt":"n/a"}})", "unknown: no-data"},
      {code, body, R"({"tag":"x","pricing":{"prompt":null}})", "unknown: no-data"},
      {code, body, R"({"tag":"x"})", "unknown: no-data"},
      {code, R"({"provider":{"max_price":{"prompt":"2,5"}}})",
       R"({"tag":"x","pricing":{"prompt":"1"}})", "unknown: not-decidable"},
      {code, R"({"provider":{"max_price":{"prompt":null}}})", R"({"tag":"x"})", "not listed"},
      {"max_price.completion", R"({"provider":{"max_price":{"completion":8}}})",
       R"({"tag":"x","pricing":{"completion":"0.00001"}})", "fail",
       R"(/provider/max_price/completion 8 -> "10")"},
  });
}

TEST_CASE("prices of images and requests are compared as they are, that of audio is not listed") {
  check_rows({
      {"max_price.image", R"({"provider":{"max_price":{"image":"0.01"}}})",
       R"({"tag":"x","pricing":{"image":"0.01"}})", "pass"},
      {"max_price.image", R"({"provider":{"max_price":{"image":"0.01"}}})",
       R"({"tag":"x","pricing":{"image":"0.02"}})", "fail",
       R"(/provider/max_price/image "0.01" -> "0.02")"},
      {"max_price.request", R"({"provider":{"max_price":{"request":0}}})",
       R"({"tag":"x","pricing":{"request":"0"}})", "pass"},
      {"max_price.request", R"({"provider":{"max_price":{"request":0}}})",
       R"({"tag":"x","pricing":{"request":"1e-3"}})", "fail",
       R"(/provider/max_price/request 0 -> "0.001")"},
      {"max_price.request", R"({"provider":{"max_price":{"request":0}}})", R"({"tag":"x"})",
       "unknown: no-data"},
      {"max_price.audio", R"({"provider":{"max_price":{"audio":"1"}}})", R"({"tag":"x"})",
       "unknown: not-in-listing"},
  });
}

TEST_CASE("required parameters are those that the body sets") {
  const auto code = "require_parameters";
  const auto one = R"({"seed":1,"stop":[],"tools":null,"provider":{"require_parameters":true}})";
  check_rows({
      {code, one, R"({"tag":"x","supported_parameters":["seed"]})", "pass"},
      {code, one, R"({"tag":"x","supported_parameters":[]})", "fail", "/seed 1 -> gone"},
      {code, one, R"({"tag":"x","supported_parameters":null})", "unknown: no-data"},
      {code, one, R"({"tag":"x"})", "unknown: no-data"},
      {code, R"({"seed":1,"top_p":1,"provider":{"require_parameters":true}})",
       R"({"tag":"x","supported_parameters":["stop"]})", "fail",
       "/provider/require_parameters true -> false"},
      {code, R"({"provider":{"require_parameters":true}})", R"({"tag":"x"})", "pass"},
      {code, R"({"seed":1,"provider":{"require_parameters":false}})", R"({"tag":"x"})",
       "not listed"},
  });
}

TEST_CASE("a parameter may be supported behind another name") {
  const auto supports = [](std::string_view member, std::string_view name) {
    const auto body = "{" + std::string(member) + R"(,"provider":{"require_parameters":true}})";
    const auto endpoint =
        R"([{"tag":"x","supported_parameters":[")" + std::string(name) + R"("]}])";
    return explained(body, endpoint).check("x", "require_parameters") == "pass";
  };
  CHECK(supports(R"("max_tokens":9)", "max_completion_tokens"));
  CHECK(supports(R"("max_completion_tokens":9)", "max_tokens"));
  CHECK(supports(R"("reasoning":{"effort":"low"})", "reasoning_effort"));
  CHECK(supports(R"("reasoning_effort":"low")", "reasoning"));
  CHECK(supports(R"("response_format":{"type":"json_schema"})", "structured_outputs"));
  CHECK_FALSE(supports(R"("response_format":{"type":"json_schema"})", "response_format"));
  CHECK_FALSE(supports(R"("response_format":{"type":"json_object"})", "structured_outputs"));
  CHECK(supports(R"("response_format":{"type":"json_object"})", "response_format"));
  CHECK(supports(R"("response_format":{"type":"text"})", "seed")); // asks nothing
  CHECK_FALSE(supports(R"("tools":[1])", "tool_choice"));
  CHECK(supports(R"("user":"u")", "seed")); // no parameter
}

TEST_CASE("every parameter of the rules counts") {
  for (const std::string_view name : {"temperature",
                                      "top_p",
                                      "top_k",
                                      "min_p",
                                      "top_a",
                                      "frequency_penalty",
                                      "presence_penalty",
                                      "repetition_penalty",
                                      "seed",
                                      "stop",
                                      "logit_bias",
                                      "logprobs",
                                      "top_logprobs",
                                      "parallel_tool_calls",
                                      "tools",
                                      "tool_choice",
                                      "max_tokens",
                                      "max_completion_tokens",
                                      "reasoning",
                                      "reasoning_effort",
                                      "response_format"}) {
    const auto body = R"({")" + std::string(name) + R"(":1})";
    const auto seen = explained(body, R"([{"tag":"x","supported_parameters":[]}])");
    CHECK(seen.drops("x") == std::vector<std::string_view>{name});
  }
}

TEST_CASE("what an endpoint drops is known only with its parameters, and nothing where required") {
  const auto drops = [](std::string_view body, std::string_view endpoint) {
    return explained(body, "[" + std::string(endpoint) + "]").drops("x");
  };
  CHECK_FALSE(drops(R"({"seed":1})", R"({"tag":"x","supported_parameters":null})"));
  CHECK(drops(R"({"seed":1})", R"({"tag":"x","supported_parameters":["seed"]})")->empty());
  CHECK(drops(R"({"seed":1,"provider":{"require_parameters":true}})",
              R"({"tag":"x","supported_parameters":[]})")
            ->empty());
}

TEST_CASE("an answer may be as long as the endpoint allows") {
  const auto code = "max_completion_tokens";
  check_rows({
      {code, R"({"max_completion_tokens":10})", R"({"tag":"x","max_completion_tokens":10})",
       "pass"},
      {code, R"({"max_completion_tokens":11,"max_tokens":1})",
       R"({"tag":"x","max_completion_tokens":10})", "fail", "/max_completion_tokens 11 -> 10"},
      {code, R"({"max_completion_tokens":null,"max_tokens":11})",
       R"({"tag":"x","max_completion_tokens":10})", "fail", "/max_tokens 11 -> 10"},
      {code, R"({"max_tokens":11})", R"({"tag":"x","max_completion_tokens":null})",
       "unknown: no-data"},
      {code, R"({"max_tokens":11})", R"({"tag":"x"})", "unknown: no-data"},
      {code, R"({})", R"({"tag":"x","max_completion_tokens":10})", "not listed"},
  });
}

TEST_CASE("prompt and answer fit the context") {
  Premises premises;
  premises.prompt_tokens = decimal("100");
  const auto code = "context_length";
  check_rows(
      {
          {code, R"({})", R"({"tag":"x","context_length":100})", "pass"},
          {code, R"({})", R"({"tag":"x","context_length":99})", "fail"},
          {code, R"({"max_tokens":5})", R"({"tag":"x","context_length":104})", "fail"},
          {code, R"({"max_tokens":5})",
           R"({"tag":"x","context_length":105,"max_prompt_tokens":100})", "pass"},
          {code, R"({})", R"({"tag":"x","context_length":999,"max_prompt_tokens":99})", "fail"},
          {code, R"({})", R"({"tag":"x","context_length":null,"max_prompt_tokens":99})", "fail"},
          {code, R"({})", R"({"tag":"x","context_length":null,"max_prompt_tokens":100})",
           "unknown: no-data"},
      },
      premises);
  check_rows({{code, R"({})", R"({"tag":"x","context_length":1})", "not listed"}});
}

TEST_CASE("what no listing shows is unknown, with that cause") {
  check_rows({
      {"data_collection", R"({"provider":{"data_collection":"deny"}})", R"({"tag":"x"})",
       "unknown: not-in-listing"},
      {"data_collection", R"({"provider":{"data_collection":"allow"}})", R"({"tag":"x"})",
       "not listed"},
      {"zdr", R"({"provider":{"zdr":true}})", R"({"tag":"x"})", "unknown: not-in-listing"},
      {"zdr", R"({"provider":{"zdr":false}})", R"({"tag":"x"})", "not listed"},
      {"enforce_distillable_text", R"({"provider":{"enforce_distillable_text":true}})",
       R"({"tag":"x"})", "unknown: not-in-listing"},
  });
}

TEST_CASE("without fallbacks only what the order names is reached") {
  const auto body = R"({"provider":{"allow_fallbacks":false,"order":["x"]}})";
  check_rows({
      {"allow_fallbacks", body, R"({"tag":"x/fp8"})", "pass"},
      {"allow_fallbacks", body, R"({"tag":"y"})", "fail", R"(/provider/order ["x"] -> ["x","y"])"},
      {"allow_fallbacks", R"({"provider":{"allow_fallbacks":true,"order":["x"]}})",
       R"({"tag":"y"})", "not listed"},
      {"allow_fallbacks", R"({"provider":{"allow_fallbacks":false}})", R"({"tag":"y"})",
       "not listed"},
      {"allow_fallbacks", R"({"provider":{"allow_fallbacks":false,"sort":{"partition":"none"}}})",
       R"({"tag":"y"})", "not listed"},
      {"allow_fallbacks", R"({"provider":{"allow_fallbacks":false,"sort":"exacto"}})",
       R"({"tag":"y"})", "unknown: not-decidable"},
  });
}

TEST_CASE("without fallbacks under a sort only the first of those that are left is reached") {
  const auto seen =
      explained(R"({"provider":{"allow_fallbacks":false,"sort":"price","ignore":["a"]}})",
                R"([{"tag":"c","pricing":{"prompt":"3","completion":"1"}},
          {"tag":"b","pricing":{"prompt":"2","completion":"1"}},
          {"tag":"a","pricing":{"prompt":"1","completion":"1"}}])");
  CHECK(seen.check("a", "allow_fallbacks") == "not listed");
  CHECK(seen.check("b", "allow_fallbacks") == "pass");
  CHECK(seen.check("c", "allow_fallbacks") == "fail");
  CHECK(seen.fix("c").empty());
  CHECK(seen.order() == "b 1, c -, a -");
}

TEST_CASE("an endpoint that an order without fallbacks leaves out has that reason beside others") {
  const auto seen = explained(
      R"({"provider":{"allow_fallbacks":false,"order":["x"],"ignore":["y"]}})", R"([{"tag":"y"}])");
  CHECK(seen.check("y", "ignore") == "fail");
  CHECK(seen.check("y", "allow_fallbacks") == "fail");
  CHECK(seen.fix("y").empty());
}

TEST_CASE("one failed check excludes, else one unknown check leaves open") {
  const auto reach = [](std::string_view endpoint) {
    const auto body = R"({"provider":{"quantizations":["fp8"],"max_price":{"prompt":"1"}}})";
    return explained(body, "[" + std::string(endpoint) + "]").endpoint("x").reach;
  };
  CHECK(reach(R"({"tag":"x","quantization":"fp8","pricing":{"prompt":"0"}})") == Reach::eligible);
  CHECK(reach(R"({"tag":"x","quantization":"fp8"})") == Reach::unknown);
  CHECK(reach(R"({"tag":"x","quantization":"int4"})") == Reach::excluded);
}

TEST_CASE("checks point to the member that asks, in the order of the table") {
  Premises premises;
  premises.prompt_tokens = decimal("1");
  const auto seen = explained(
      R"({"max_tokens":1,"service_tier":"flex","provider":{"only":["x"],"ignore":["y"],"zdr":true,
          "quantizations":["fp8"],"max_price":{"audio":1,"request":1,"image":1,"completion":1,"prompt":1},
          "require_parameters":true,"data_collection":"deny","enforce_distillable_text":true,
          "allow_fallbacks":false,"order":["x"]}})",
      R"([{"tag":"x/scale"}])", premises);
  std::string checks;
  for (const auto& check : seen.endpoint("x/scale").checks) {
    const auto& demand = seen.explanation.demands[check.demand];
    checks += std::string(demand.code) + " " + demand.pointer + "\n";
  }
  CHECK(checks == "only /provider/only\n"
                  "ignore /provider/ignore\n"
                  "tier /service_tier\n"
                  "service_tier /service_tier\n"
                  "quantizations /provider/quantizations\n"
                  "max_price.prompt /provider/max_price/prompt\n"
                  "max_price.completion /provider/max_price/completion\n"
                  "max_price.image /provider/max_price/image\n"
                  "max_price.request /provider/max_price/request\n"
                  "max_price.audio /provider/max_price/audio\n"
                  "require_parameters /provider/require_parameters\n"
                  "max_completion_tokens /max_tokens\n"
                  "context_length \n"
                  "data_collection /provider/data_collection\n"
                  "zdr /provider/zdr\n"
                  "enforce_distillable_text /provider/enforce_distillable_text\n"
                  "allow_fallbacks /provider/allow_fallbacks\n");
}

TEST_CASE("an endpoint without a tag has no edit that would name it") {
  const auto fix = [](std::string_view body) {
    return explained(body, R"([{"provider_name":"X"}])").group().endpoints.front().fix.has_value();
  };
  CHECK_FALSE(fix(R"({"provider":{"only":["y"]}})"));
  CHECK_FALSE(fix(R"({"provider":{"allow_fallbacks":false,"order":["y"]}})"));
  CHECK(fix(R"({"provider":{"ignore":["x"]}})"));
}

TEST_CASE("a nonzero status is degraded and excludes nothing") {
  const auto seen = explained("{}", R"([{"tag":"a","status":-2},{"tag":"b","status":0}])");
  CHECK(seen.endpoint("a").is_degraded);
  CHECK(seen.endpoint("a").reach == Reach::eligible);
  CHECK_FALSE(seen.endpoint("b").is_degraded);
}

TEST_CASE("a long list is told by its beginning and a count, a long text by its beginning") {
  const auto words_on = [](int count, std::size_t length) {
    auto only = Json::array();
    for (int i = 0; i < count; ++i)
      only.push_back(std::string(length, 'x'));
    const auto seen =
        explained(dump_json({{"provider", {{"only", std::move(only)}}}}), R"([{"tag":"y"}])");
    return words_of(seen.explanation.demands.front(), seen.endpoint("y").checks.front());
  };
  CHECK(words_on(2, 1) == "allows x, x; none of them matches");
  CHECK(words_on(200'000, 1).ends_with(", x, x and 199980 more; none of them matches"));
  CHECK(words_on(1, 2'000'000).size() < 300);
}

TEST_CASE("what no listing decides passes where it is assumed to, and only then") {
  const auto body = R"({"service_tier":"flex","provider":{"zdr":true,"data_collection":"deny",
      "enforce_distillable_text":true,"max_price":{"audio":1,"prompt":"1"}}})";
  const auto endpoint = R"([{"tag":"x","pricing":{}}])";
  for (const auto code : spec::assumable_codes) {
    CAPTURE(std::string(code));
    const auto seen = explained(body, endpoint, {.assumed = {code}});
    CHECK(seen.check("x", code) == "pass, assumed");
    CHECK(seen.endpoint("x").reach == Reach::unknown);
    CHECK(explained(body, endpoint).check("x", code).starts_with("unknown: "));
  }
  const auto all = read_assumed(std::vector<std::string>{
      "data_collection,zdr,enforce_distillable_text", "max_price.audio,service_tier,zdr"});
  REQUIRE(all);
  CHECK(all->size() == 5);
  const auto seen = explained(body, endpoint, {.assumed = *all});
  CHECK(seen.check("x", "max_price.prompt") == "unknown: no-data");
  CHECK(seen.endpoint("x").reach == Reach::unknown);
  CHECK(
      explained(R"({"provider":{"zdr":true}})", endpoint, {.assumed = *all}).endpoint("x").reach ==
      Reach::eligible);
}

TEST_CASE("only checks that no listing decides can be assumed") {
  const auto refusal = [](std::string list) {
    const auto read = read_assumed(std::vector{std::move(list)});
    return read ? "" : read.error().message;
  };
  CHECK(refusal("zdr").empty());
  CHECK(refusal("zrd") == "unknown check to assume 'zrd'");
  CHECK(refusal("zdr,") == "unknown check to assume ''");
  CHECK(refusal("quantizations") ==
        "quantizations cannot be assumed, because a listing can show it");
}

TEST_CASE("a schema for the answer is dropped by an endpoint that knows plain JSON alone") {
  const auto body = R"({"response_format":{"type":"json_schema"},"seed":1})";
  const auto seen =
      explained(body, R"([{"tag":"x","supported_parameters":["response_format","seed"]}])");
  REQUIRE(seen.endpoint("x").drops->size() == 1);
  CHECK(seen.endpoint("x").drops->front() == Parameter{"response_format", "structured_outputs"});
}

TEST_CASE("an endpoint takes the forms of tool_choice that it does not refuse") {
  const auto code = "tool_choice";
  const auto none = R"({"tool_choice":"none"})";
  const auto named = R"({"tool_choice":{"type":"function","function":{"name":"find"}}})";
  check_rows({
      {code, none, R"({"tag":"x","supports_tool_choice":{"none":false}})", "fail"},
      {code, none, R"({"tag":"x","supports_tool_choice":{"literal_none":true}})", "pass"},
      {code, none, R"({"tag":"x","supports_tool_choice":{"literal_none":null}})", "not listed"},
      {code, none, R"({"tag":"x","supports_tool_choice":{"auto":false}})", "not listed"},
      {code, none, R"({"tag":"x","supports_tool_choice":null})", "not listed"},
      {code, none, R"({"tag":"x"})", "not listed"},
      {code, R"({"tool_choice":"auto"})", R"({"tag":"x","supports_tool_choice":{"auto":true}})",
       "pass"},
      {code, R"({"tool_choice":"required"})",
       R"({"tag":"x","supports_tool_choice":{"literal_required":false}})", "fail"},
      {code, named, R"({"tag":"x","supports_tool_choice":{"type_function":false}})", "fail"},
      {code, named, R"({"tag":"x","supports_tool_choice":{"function":true}})", "pass"},
      {code, R"({"tool_choice":{"type":"router:web_search"}})",
       R"({"tag":"x","supports_tool_choice":{"function":false}})", "not listed"},
      {code, R"({"tool_choice":null})", R"({"tag":"x","supports_tool_choice":{"none":false}})",
       "not listed"},
  });
}

TEST_CASE("an answer leaves room for a prompt, and so does the edit") {
  const auto code = "max_completion_tokens";
  const auto body = R"({"max_tokens":8000})";
  check_rows({
      {code, body, R"({"tag":"x","context_length":8000})", "fail"},
      {code, body, R"({"tag":"x","context_length":8000,"max_completion_tokens":8000})", "fail"},
      {code, body, R"({"tag":"x","context_length":8001,"max_completion_tokens":8000})", "pass"},
      {code, body, R"({"tag":"x","context_length":8001})", "pass"},
      {code, body, R"({"tag":"x","context_length":4000,"max_completion_tokens":9000})", "fail"},
      {code, body, R"({"tag":"x","context_length":9000,"max_completion_tokens":7000})", "fail",
       "/max_tokens 8000 -> 7000"},
      {code, body, R"({"tag":"x","max_completion_tokens":7000})", "fail",
       "/max_tokens 8000 -> 7000"},
      {code, body, R"({"tag":"x"})", "unknown: no-data"},
  });
}

TEST_CASE("a list decides what no listing shows") {
  Premises premises{.known = std::make_shared<const KnownLists>(KnownLists{
                        *read_known({"zdr", "zdr.txt"}, "x/FP8 # comment\nacme/large y\nb/c z"),
                        *read_known({"data_collection", "private.json"},
                                    R"({"data":[{"tag":"x/fp8","model_id":"b/c"}]})")})};
  const auto zdr = R"({"provider":{"zdr":true}})";
  check_rows(
      {
          {"zdr", zdr, R"({"tag":"X/fp8"})", "pass"},
          {"zdr", zdr, R"({"tag":"x"})", "fail"},
          {"zdr", zdr, R"({"tag":"Y"})", "pass"},
          {"zdr", zdr, R"({"tag":"z"})", "fail"},
          {"zdr", zdr, R"({"tag":"z","model_id":"b/c"})", "pass"},
          {"data_collection", R"({"provider":{"data_collection":"deny"}})", R"({"tag":"x/fp8"})",
           "fail"},
          {"data_collection", R"({"provider":{"data_collection":"allow"}})", R"({"tag":"x/fp8"})",
           "not listed"},
          {"enforce_distillable_text", R"({"provider":{"enforce_distillable_text":true}})",
           R"({"tag":"x"})", "unknown: not-in-listing"},
      },
      premises);
  const auto untagged = explained(zdr, R"([{"provider_name":"X"}])", premises);
  const auto& check = untagged.group().endpoints.front().checks.front();
  CHECK(check.verdict == Verdict::unknown);
  CHECK(check.cause == Cause::no_data);
  CHECK(check.known == "zdr.txt");
}

TEST_CASE("a list that says nothing, or something else, is refused") {
  const auto message = [](std::string_view text) {
    const auto list = read_known({"zdr", "zdr.txt"}, text);
    return list ? "" : list.error().message;
  };
  CHECK(message("a/b c") == "");
  CHECK(message(" [\"c\", {\"tag\":\"d\",\"model\":\"a/b\"}]") == "");
  CHECK(message("") == "zdr.txt lists no endpoint");
  CHECK(message("# none\n") == "zdr.txt lists no endpoint");
  CHECK(message("[]") == "zdr.txt lists no endpoint");
  CHECK(message("a\nb c d") == "zdr.txt:2: expected TAG or MODEL TAG, got 3 words");
  CHECK(message(R"([{"model":"a/b"}])") == "zdr.txt: element 0 has no tag");
  CHECK(message(R"({"tags":[]})") == "zdr.txt holds neither an array nor an object with 'data'");
  CHECK(message("[\"a\"").starts_with("zdr.txt: "));
}

TEST_CASE("the words of --known name a check and a file") {
  CHECK(read_known_source("zdr=a=b")->file == "a=b");
  CHECK(read_known_source("zdr=").error().message == "--known needs a code and a file, got 'zdr='");
  CHECK(read_known_source("zrd=x").error().message.find("zrd") != std::string::npos);
  CHECK_FALSE(read_known_source("service_tier=x"));
}
