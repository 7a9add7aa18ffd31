#include "mrctl/routing/explanation.hpp"

#include "rows.hpp"

using namespace mrctl;
using namespace mrctl::routing;

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
  Assumptions assumptions;
  assumptions.prompt_tokens = decimal("1");
  const auto seen = explained(
      R"({"max_tokens":1,"service_tier":"flex","provider":{"only":["x"],"ignore":["y"],"zdr":true,
          "quantizations":["fp8"],"max_price":{"audio":1,"request":1,"image":1,"completion":1,"prompt":1},
          "require_parameters":true,"data_collection":"deny","enforce_distillable_text":true,
          "allow_fallbacks":false,"order":["x"]}})",
      R"([{"tag":"x/scale"}])", assumptions);
  std::string checks;
  for (const auto& check : seen.endpoint("x/scale").checks) {
    const auto& requirement = seen.explanation.requirements[check.requirement];
    checks += std::string(requirement.code) + " " + requirement.pointer + "\n";
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
    return words_on_check(seen.explanation.requirements.front(), seen.endpoint("y").checks.front());
  };
  CHECK(words_on(2, 1) == "allows x, x; no entry matches this endpoint");
  CHECK(words_on(200'000, 1).ends_with(", x, x and 199980 more; no entry matches this endpoint"));
  CHECK(words_on(1, 2'000'000).size() < 300);
}
