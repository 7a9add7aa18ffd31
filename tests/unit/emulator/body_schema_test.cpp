#include "mrctl/emulator/body_schema.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mrctl;
using namespace mrctl::emulator;

namespace {

Json parsed(const std::string& text) {
  auto value = parse_json(text, Reading::strict);
  REQUIRE_MESSAGE(value, text);
  return std::move(*value);
}

// The first wrong place; "(body)" is the body itself, empty if nothing is wrong.
std::string wrong_path(const std::string& body) {
  const auto problem = check_body(parsed(body));
  if (!problem) return {};
  return problem->path.empty() ? "(body)" : problem->path;
}

// A body with one message and these members.
std::string with(const std::string& members) {
  return R"({"messages":[{"role":"user"}],)" + members + "}";
}

void check_accepted(const std::vector<std::string>& members) {
  for (const auto& member : members)
    CHECK_MESSAGE(wrong_path(with(member)) == "", member);
}

struct RefusedBody {
  std::string members;
  std::string path;
};

void check_refused(const std::vector<RefusedBody>& refusals) {
  for (const auto& refusal : refusals)
    CHECK_MESSAGE(wrong_path(with(refusal.members)) == refusal.path, refusal.members);
}

std::string pairs(int count) {
  std::string out;
  for (int i = 0; i < count; ++i)
    out += (i == 0 ? "" : ",") + std::string("\"k") + std::to_string(i) + "\":\"v\"";
  return "{" + out + "}";
}

std::string quoted_text(std::size_t length) {
  return '"' + std::string(length, 'x') + '"';
}

} // namespace

TEST_CASE("a body must be an object with at least one message") {
  CHECK(wrong_path("[]") == "(body)");
  CHECK(wrong_path("null") == "(body)");
  CHECK(wrong_path("{}") == "/messages");
  CHECK(wrong_path(R"({"messages":null})") == "/messages");
  CHECK(wrong_path(R"({"messages":{}})") == "/messages");
  CHECK(wrong_path(R"({"messages":[]})") == "/messages");
  CHECK(wrong_path(R"({"messages":[{"role":"user"}]})") == "");
}

TEST_CASE("messages are told apart by their role") {
  const auto refused_at = [](const std::string& message) {
    return wrong_path(R"({"messages":[)" + message + "]}");
  };
  for (
      const auto* message :
      {R"({"role":"system"})", R"({"role":"user","content":7})", R"({"role":"tool","anything":[]})",
       R"({"role":"developer","content":"x","name":"n"})",
       R"({"role":"developer","content":[{"type":"text"}]})", R"({"role":"assistant"})",
       R"({"role":"assistant","content":null,"reasoning":null,"refusal":null})",
       R"({"role":"assistant","tool_calls":[],"audio":1,"images":2,"reasoning_details":3,"name":4})"})
    CHECK_MESSAGE(refused_at(message) == "", message);
  CHECK(refused_at("1") == "/messages/0");
  CHECK(refused_at("{}") == "/messages/0/role");
  CHECK(refused_at(R"({"role":"User"})") == "/messages/0/role");
  CHECK(refused_at(R"({"role":null})") == "/messages/0/role");
  CHECK(refused_at(R"({"role":"developer"})") == "/messages/0/content");
  CHECK(refused_at(R"({"role":"developer","content":null})") == "/messages/0/content");
  CHECK(refused_at(R"({"role":"developer","content":"","name":1})") == "/messages/0/name");
  CHECK(refused_at(R"({"role":"assistant","content":1})") == "/messages/0/content");
  CHECK(refused_at(R"({"role":"assistant","reasoning":1})") == "/messages/0/reasoning");
  CHECK(refused_at(R"({"role":"assistant","refusal":[]})") == "/messages/0/refusal");
  CHECK(refused_at(R"({"role":"assistant","tool_calls":null})") == "/messages/0/tool_calls");
  CHECK(refused_at(R"({"role":"user"},{"role":"x"})") == "/messages/1/role");
}

TEST_CASE("scalars at their bounds are accepted") {
  check_accepted({
      R"("model":"")",
      R"("models":[])",
      R"("models":["a","b","c","d"])",
      R"("stream":false)",
      R"("stream_options":null)",
      R"("stream_options":{"include_usage":true,"more":1})",
      R"("debug":{})",
      R"("max_tokens":null)",
      R"("max_tokens":-5)",
      R"("max_completion_tokens":1.0)",
      R"("temperature":0)",
      R"("temperature":2)",
      R"("temperature":2.0)",
      R"("temperature":null)",
      R"("top_p":0)",
      R"("top_p":1)",
      R"("top_k":-1)",
      R"("top_k":1e3)",
      R"("min_p":-7.5)",
      R"("top_a":null)",
      R"("frequency_penalty":-2)",
      R"("frequency_penalty":2.0)",
      R"("presence_penalty":-2.0)",
      R"("repetition_penalty":100)",
      R"("seed":18446744073709551615)",
      R"("seed":1e30)",
      R"("seed":-9223372036854775808)",
      R"("stop":null)",
      R"("stop":"x")",
      R"("stop":[])",
      R"("stop":["a","b","c","d"])",
      R"("logit_bias":{"1":-100,"2":0.5})",
      R"("logit_bias":null)",
      R"("logprobs":null)",
      R"("top_logprobs":0)",
      R"("top_logprobs":20)",
      R"("parallel_tool_calls":null)",
      R"("service_tier":null)",
      R"("service_tier":"scale")",
      R"("route":"sort")",
      R"("route":null)",
      R"("user":"")",
      R"("reasoning_effort":"anything")",
      R"("modalities":[])",
      R"("modalities":["text","image","audio"])",
      R"("prompt_cache_key":null)",
      R"("session_id":)" + quoted_text(256),
      R"("unheard_of":{"deep":[1]})",
      R"("prompt":"p")",
  });
}

TEST_CASE("scalars beyond their type, bounds and choices are refused") {
  check_refused({
      {R"("model":null)", "/model"},
      {R"("models":null)", "/models"},
      {R"("models":["a",1])", "/models/1"},
      {R"("stream":null)", "/stream"},
      {R"("stream":"true")", "/stream"},
      {R"("stream_options":[])", "/stream_options"},
      {R"("stream_options":{"include_usage":1})", "/stream_options/include_usage"},
      {R"("debug":null)", "/debug"},
      {R"("debug":{"echo_upstream_body":"x"})", "/debug/echo_upstream_body"},
      {R"("max_tokens":1.5)", "/max_tokens"},
      {R"("max_completion_tokens":"1")", "/max_completion_tokens"},
      {R"("temperature":-0.01)", "/temperature"},
      {R"("temperature":2.01)", "/temperature"},
      {R"("temperature":1e300)", "/temperature"},
      {R"("temperature":true)", "/temperature"},
      {R"("top_p":1.01)", "/top_p"},
      {R"("top_k":0.5)", "/top_k"},
      {R"("min_p":"0")", "/min_p"},
      {R"("frequency_penalty":-2.1)", "/frequency_penalty"},
      {R"("presence_penalty":2.1)", "/presence_penalty"},
      {R"("repetition_penalty":[])", "/repetition_penalty"},
      {R"("seed":"1")", "/seed"},
      {R"("stop":1)", "/stop"},
      {R"("stop":["a","b","c","d","e"])", "/stop"},
      {R"("stop":[null])", "/stop/0"},
      {R"("logit_bias":{"1":"x"})", "/logit_bias/1"},
      {R"("logprobs":1)", "/logprobs"},
      {R"("top_logprobs":21)", "/top_logprobs"},
      {R"("top_logprobs":-1)", "/top_logprobs"},
      {R"("parallel_tool_calls":"no")", "/parallel_tool_calls"},
      {R"("service_tier":"fast")", "/service_tier"},
      {R"("route":"Fallback")", "/route"},
      {R"("user":null)", "/user"},
      {R"("reasoning_effort":1)", "/reasoning_effort"},
      {R"("modalities":["video"])", "/modalities/0"},
      {R"("modalities":null)", "/modalities"},
      {R"("prompt_cache_key":1)", "/prompt_cache_key"},
      {R"("session_id":)" + quoted_text(257), "/session_id"},
  });
}

TEST_CASE("objects are accepted as documented, and with members that are not") {
  check_accepted({
      R"("reasoning":{})",
      R"("reasoning":{"effort":null,"summary":[1],"max_tokens":5})",
      R"("image_config":{"a":"x","b":1,"c":[{}]})",
      R"("prediction":null)",
      R"("prediction":{"type":"content","content":""})",
      R"("prediction":{"type":"content","content":[1]})",
      R"("cache_control":{"type":"ephemeral"})",
      R"("cache_control":{"type":"ephemeral","ttl":"1h","x":1})",
      R"("prompt_cache_options":null)",
      R"("prompt_cache_options":{"mode":"explicit","ttl":null})",
      R"("metadata":)" + pairs(16),
      R"("metadata":{)" + quoted_text(64) + ":" + quoted_text(512) + "}",
      R"("trace":{"trace_id":"t","custom":{"a":1}})",
      R"("response_format":{"type":"text"})",
      R"("response_format":{"type":"python","x":1})",
      R"("response_format":{"type":"json_schema","json_schema":{}})",
      R"("response_format":{"type":"grammar","grammar":"g"})",
      R"("tool_choice":"none")",
      R"("tool_choice":{})",
      R"("tool_choice":{"type":"function","function":{"name":"f"}})",
      R"("stop_server_tools_when":[{"type":"step_count_is"}])",
      R"("stop_server_tools_when":[1])",
  });
}

TEST_CASE("objects that miss or break a documented member are refused") {
  check_refused({
      {R"("reasoning":null)", "/reasoning"},
      {R"("reasoning":{"effort":3})", "/reasoning/effort"},
      {R"("image_config":{"a":true})", "/image_config/a"},
      {R"("prediction":{"type":"content"})", "/prediction/content"},
      {R"("prediction":{"type":"x","content":""})", "/prediction/type"},
      {R"("prediction":{"type":"content","content":null})", "/prediction/content"},
      {R"("cache_control":null)", "/cache_control"},
      {R"("cache_control":{})", "/cache_control/type"},
      {R"("cache_control":{"type":"ephemeral","ttl":"2h"})", "/cache_control/ttl"},
      {R"("prompt_cache_options":{})", "/prompt_cache_options/mode"},
      {R"("prompt_cache_options":{"mode":"x"})", "/prompt_cache_options/mode"},
      {R"("metadata":)" + pairs(17), "/metadata"},
      {R"("metadata":{)" + quoted_text(65) + R"(:""})", "/metadata"},
      {R"("metadata":{"a":)" + quoted_text(513) + "}", "/metadata/a"},
      {R"("metadata":{"a":1})", "/metadata/a"},
      {R"("trace":{"span_name":1})", "/trace/span_name"},
      {R"("response_format":null)", "/response_format"},
      {R"("response_format":{})", "/response_format/type"},
      {R"("response_format":{"type":"xml"})", "/response_format/type"},
      {R"("response_format":{"type":"json_schema"})", "/response_format/json_schema"},
      {R"("response_format":{"type":"grammar"})", "/response_format/grammar"},
      {R"("response_format":{"type":"grammar","grammar":1})", "/response_format/grammar"},
      {R"("tool_choice":"any")", "/tool_choice"},
      {R"("tool_choice":null)", "/tool_choice"},
      {R"("stop_server_tools_when":[])", "/stop_server_tools_when"},
  });
}

TEST_CASE("a long text counts characters, not bytes") {
  std::string characters;
  for (int i = 0; i < 256; ++i)
    characters += "é";
  check_accepted({R"("session_id":")" + characters + '"'});
  check_refused({{R"("session_id":")" + characters + R"(é")", "/session_id"}});
}

TEST_CASE("tools are functions or server tools") {
  const auto tool = [](const std::string& text) { return R"("tools":[)" + text + "]"; };
  const auto function = [&](const std::string& text) {
    return tool(R"({"type":"function","function":)" + text + "}");
  };
  check_accepted(
      {R"("tools":[])", tool(R"({"type":"router:web_search"})"),
       tool(R"({"type":"router:x","function":1})"), function(R"({"name":"get_weather-2"})"),
       function(R"({"name":)" + quoted_text(64) + "}"),
       function(R"({"name":"f","description":"","parameters":{},"strict":null,"more":1})"),
       tool(
           R"({"type":"function","function":{"name":"f"},"cache_control":{"type":"ephemeral","ttl":"5m"}})")});
  check_refused({{R"("tools":null)", "/tools"},
                 {tool("1"), "/tools/0"},
                 {tool("{}"), "/tools/0/type"},
                 {tool(R"({"type":"custom"})"), "/tools/0/type"},
                 {tool(R"({"type":"functions"})"), "/tools/0/type"},
                 {tool(R"({"type":"function"})"), "/tools/0/function"},
                 {function("{}"), "/tools/0/function/name"},
                 {function(R"({"name":"a b"})"), "/tools/0/function/name"},
                 {function(R"({"name":)" + quoted_text(65) + "}"), "/tools/0/function/name"},
                 {function(R"({"name":)" + quoted_text(1'000'000) + "}"), "/tools/0/function/name"},
                 {function(R"({"name":"f","parameters":[]})"), "/tools/0/function/parameters"},
                 {function(R"({"name":"f","strict":1})"), "/tools/0/function/strict"},
                 {tool(R"({"type":"function","function":{"name":"f"},"cache_control":{}})"),
                  "/tools/0/cache_control/type"}});
}

TEST_CASE("provider preferences allow no other members") {
  const auto provider = [](const std::string& members) {
    return R"("provider":{)" + members + "}";
  };
  check_accepted(
      {R"("provider":null)", provider(""),
       provider(
           R"("allow_fallbacks":null,"data_collection":null,"enforce_distillable_text":null,"ignore":null,
                     "only":null,"order":null,"quantizations":null,"require_parameters":null,"sort":null,"zdr":null)"),
       provider(R"("order":["a"],"only":[],"ignore":["b"],"data_collection":"deny","zdr":true)"),
       provider(
           R"("max_price":{"prompt":"1","completion":2,"image":"x","audio":0.5,"request":"0","more":null})"),
       provider(R"("sort":"exacto")"), provider(R"("sort":{"by":"price"})"),
       provider(R"("preferred_max_latency":1,"preferred_min_throughput":{"p50":2})"),
       provider(R"("quantizations":["fp8",1])")});
  check_refused({{R"("provider":[])", "/provider"},
                 {provider(R"("sorts":1)"), "/provider/sorts"},
                 {provider(R"("allow_fallbacks":"yes")"), "/provider/allow_fallbacks"},
                 {provider(R"("data_collection":"no")"), "/provider/data_collection"},
                 {provider(R"("order":"a")"), "/provider/order"},
                 {provider(R"("only":[1])"), "/provider/only/0"},
                 {provider(R"("max_price":null)"), "/provider/max_price"},
                 {provider(R"("max_price":{"prompt":null})"), "/provider/max_price/prompt"},
                 {provider(R"("sort":1)"), "/provider/sort"},
                 {provider(R"("quantizations":"fp8")"), "/provider/quantizations"},
                 {provider(R"("zdr":0)"), "/provider/zdr"}});
}

TEST_CASE("plugins are told apart by their id") {
  const auto plugin = [](const std::string& id, const std::string& members) {
    return R"("plugins":[{"id":")" + id + '"' + (members.empty() ? "" : ",") + members + "}]";
  };
  for (const auto* id : {"auto-router", "moderation", "web", "web-fetch", "file-parser",
                         "response-healing", "context-compression", "pareto-router", "fusion"})
    check_accepted({plugin(id, ""), plugin(id, R"("unheard_of":1)")});
  check_accepted(
      {plugin("web", R"("enabled":false)"), plugin("moderation", R"("enabled":"x")"),
       plugin("auto-router", R"("allowed_models":["a/*"],"cost_quality_tradeoff":0)"),
       plugin("auto-router", R"("cost_quality_tradeoff":10)"),
       plugin("web", R"("user_location":{"type":1})"),
       plugin("pareto-router", R"("min_coding_score":0.66,"price_source":"weighted_avg")"),
       plugin("fusion",
              R"("analysis_models":["a"],"max_tool_calls":16,"preset":"general-fast","tools":[])"),
       plugin("web", R"("cost_quality_tradeoff":"not its own")")});
  const auto refuse = [&](const std::string& id, const std::string& members,
                          const std::string& path) {
    check_refused({{plugin(id, members), "/plugins/0/" + path}});
  };
  check_refused({{R"("plugins":[{}])", "/plugins/0/id"},
                 {R"("plugins":[{"id":"webb"}])", "/plugins/0/id"},
                 {R"("plugins":["web"])", "/plugins/0"},
                 {R"("plugins":null)", "/plugins"}});
  refuse("web", R"("enabled":null)", "enabled");
  refuse("auto-router", R"("cost_quality_tradeoff":11)", "cost_quality_tradeoff");
  refuse("auto-router", R"("cost_quality_tradeoff":0.5)", "cost_quality_tradeoff");
  refuse("auto-router", R"("allowed_models":[1])", "allowed_models/0");
  refuse("web", R"("max_results":"5")", "max_results");
  refuse("web", R"("exclude_domains":"x")", "exclude_domains");
  refuse("web", R"("search_prompt":1)", "search_prompt");
  refuse("web", R"("user_location":{"city":"x"})", "user_location/type");
  refuse("web-fetch", R"("blocked_domains":[1])", "blocked_domains/0");
  refuse("web-fetch", R"("max_content_tokens":1.5)", "max_content_tokens");
  refuse("file-parser", R"("pdf":"native")", "pdf");
  refuse("pareto-router", R"("min_coding_score":1.1)", "min_coding_score");
  refuse("pareto-router", R"("price_source":"avg")", "price_source");
  refuse("fusion", R"("analysis_models":[])", "analysis_models");
  refuse("fusion", R"("analysis_models":["1","2","3","4","5","6","7","8","9"])", "analysis_models");
  refuse("fusion", R"("max_tool_calls":0)", "max_tool_calls");
  refuse("fusion", R"("max_tool_calls":17)", "max_tool_calls");
  refuse("fusion", R"("preset":"general")", "preset");
  refuse("fusion", R"("tools":[{}])", "tools/0/type");
  refuse("fusion", R"("tools":[{"type":"t","parameters":1}])", "tools/0/parameters");
  refuse(
      "fusion",
      R"("tools":[{"type":"1"},{"type":"2"},{"type":"3"},{"type":"4"},{"type":"5"},{"type":"6"},{"type":"7"},
      {"type":"8"},{"type":"9"}])",
      "tools");
}

TEST_CASE("two efforts must not differ, and null is no effort") {
  check_accepted({R"("reasoning_effort":"low","reasoning":{"effort":"low"})",
                  R"("reasoning_effort":null,"reasoning":{"effort":"low"})",
                  R"("reasoning_effort":"low","reasoning":{"effort":null})",
                  R"("reasoning_effort":"low","reasoning":{})"});
  check_refused(
      {{R"("reasoning_effort":"low","reasoning":{"effort":"high"})", "/reasoning_effort"}});
}

TEST_CASE("the first wrong place is told, and its names are escaped") {
  CHECK(wrong_path(R"({"metadata":{"a/b~c":1},"provider":{"x":1,"zdr":1},"top_p":9})") ==
        "/metadata/a~1b~0c");
}

TEST_CASE("a preset keeps some fields and not others") {
  for (const auto* kept : {"model", "models", "temperature", "provider", "tools", "plugins",
                           "route", "max_tokens", "seed"})
    CHECK_MESSAGE(is_kept(kept), kept);
  for (const auto* ignored :
       {"messages", "prompt", "stream", "stream_options", "debug", "user", "session_id", "metadata",
        "trace", "prediction", "prompt_cache_key", "unheard_of", ""})
    CHECK_FALSE_MESSAGE(is_kept(ignored), ignored);
}
