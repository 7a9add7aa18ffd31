#include "mrctl/routing/explanation.hpp"

#include "rows.hpp"

using namespace mrctl;
using namespace mrctl::routing;

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
  Assumptions assumptions;
  assumptions.prompt_tokens = decimal("100");
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
      assumptions);
  check_rows({{code, R"({})", R"({"tag":"x","context_length":1})", "not listed"}});
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
