#include "mrctl/service/endpoint.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::service;

TEST_CASE("every field of an endpoint is read") {
  const auto model = read_model_text(R"({
    "id": "acme/large", "name": "Acme Large", "created": 1, "architecture": {"modality": "text->text"},
    "endpoints": [{"name": "n", "model_id": "acme/large", "provider_name": "Globex",
      "tag": "globex/fp8", "context_length": 1000, "max_completion_tokens": 200,
      "max_prompt_tokens": 800, "quantization": "fp8", "status": 0,
      "supported_parameters": ["tools"], "supports_implicit_caching": true,
      "pricing": {"prompt": "0.1", "completion": "0.2", "request": "0.3", "image": "0.4"},
      "latency_last_30m": {"p50": 1, "p75": 2, "p90": 3, "p99": 4},
      "throughput_last_30m": {"p50": 5, "p75": 6, "p90": 7, "p99": 8},
      "uptime_last_5m": 97, "uptime_last_30m": 98, "uptime_last_1d": 99}]})");
  CHECK(model.id == "acme/large");
  CHECK(model.name == "Acme Large");
  CHECK(model.architecture.modality == "text->text");
  REQUIRE(model.endpoints.size() == 1);
  const auto& e = model.endpoints.front();
  CHECK(e.name == "n");
  CHECK(e.model_id == "acme/large");
  CHECK(e.provider_name == "Globex");
  CHECK(e.tag == "globex/fp8");
  CHECK(e.context_length->text == "1000");
  CHECK(e.max_completion_tokens->text == "200");
  CHECK(e.max_prompt_tokens->text == "800");
  CHECK(e.quantization == "fp8");
  CHECK(e.status->text == "0");
  CHECK(e.supported_parameters == std::vector<std::string_view>{"tools"});
  CHECK(e.supports_implicit_caching == true);
  CHECK(e.pricing.prompt->text == "0.1");
  CHECK(e.pricing.completion->text == "0.2");
  CHECK(e.pricing.request->text == "0.3");
  CHECK(e.pricing.image->text == "0.4");
  CHECK(e.latency_last_30m.p50->text == "1");
  CHECK(e.latency_last_30m.p99->text == "4");
  CHECK(e.throughput_last_30m.p75->text == "6");
  CHECK(e.throughput_last_30m.p90->text == "7");
  CHECK(e.uptime_last_5m->text == "97");
  CHECK(e.uptime_last_30m->text == "98");
  CHECK(e.uptime_last_1d->text == "99");
}

TEST_CASE("nulls, missing members and objects that are none read as nothing") {
  const auto model = read_model_text(
      R"({"id":null,"architecture":null,"endpoints":[{"pricing":null,"latency_last_30m":[]},null]})");
  CHECK_FALSE(model.id);
  CHECK_FALSE(model.architecture.modality);
  REQUIRE(model.endpoints.size() == 2);
  CHECK_FALSE(model.endpoints[0].pricing.prompt);
  CHECK_FALSE(model.endpoints[0].latency_last_30m.p50);
  CHECK_FALSE(model.endpoints[1].tag);
}

TEST_CASE("endpoints that are null or missing are an empty list") {
  CHECK(read_model_text(R"({"endpoints":null})").endpoints.empty());
  CHECK(read_model_text(R"({})").endpoints.empty());
  CHECK(read_model_text(R"("text")").endpoints.empty());
}

TEST_CASE("an endpoint is degraded where its status is a number other than zero") {
  const auto model = read_model_text(
      R"({"endpoints":[{"status":-1},{"status":0},{"status":"0.0"},{"status":"x"},{}]})");
  std::string degraded;
  for (const auto& endpoint : model.endpoints)
    degraded += is_degraded(endpoint) ? 'd' : '.';
  CHECK(degraded == "d....");
}

TEST_CASE("a number keeps its digits") {
  constexpr auto text =
      R"({"endpoints":[{"pricing":{"prompt":0.0000015,"completion":"1.50e-6"},"uptime_last_1d":99.50}]})";
  const auto model = read_model_text(text);
  const auto& endpoint = model.endpoints.front();
  CHECK(endpoint.pricing.prompt->text == "0.0000015");
  CHECK(endpoint.pricing.completion->text == "1.50e-6");
  CHECK(endpoint.uptime_last_1d->text == "99.50");
}

TEST_CASE("a key may be written with escapes, and of duplicate keys the last one counts") {
  const auto model = read_model_text(
      R"({"endpoints":[{"tag":"old"}],"\u0065ndpoints":[{"\u0074ag":"new","t\\ag":"none",
      "name":"first","name":null,"pricing":{"prompt":"1","image":"2"},"pricing":{"prompt":"3"},
      "status":{"x":[1,"}"]},"status":-2}]})");
  REQUIRE(model.endpoints.size() == 1);
  const auto& endpoint = model.endpoints.front();
  CHECK(endpoint.tag == "new");
  CHECK_FALSE(endpoint.name);
  CHECK(endpoint.pricing.prompt->text == "3");
  CHECK_FALSE(endpoint.pricing.image);
  CHECK(endpoint.status->text == "-2");
}

TEST_CASE("texts with escapes are decoded, and copies of a model share all texts") {
  const auto copy = [] {
    const auto model = read_model_text(
        R"({"endpoints":[{"tag":"a\u002fb","name":"plain","status":"\u0030",
        "supported_parameters":["st\u006fp",null,{"a": 1}],"pricing":{"prompt":"\u0031e-6"}}]})");
    return Model(model);
  }();
  const auto& endpoint = copy.endpoints.front();
  CHECK(endpoint.tag == "a/b");
  CHECK(endpoint.name == "plain");
  CHECK(endpoint.status->text == "0");
  CHECK(endpoint.supported_parameters ==
        std::vector<std::string_view>{"stop", "null", R"({"a":1})"});
  CHECK(endpoint.pricing.prompt->text == "1e-6");
  CHECK(endpoint.json.starts_with(R"({"tag":"a\u002fb")"));
}

TEST_CASE("a listing may have white space anywhere") {
  const auto model = read_model_text(R"( { "id" : "acme/large" , "architecture" :
    { "modality" : "text->text" } , "endpoints" : [ { "tag" : "a" , "pricing" : { } } , { } ] } )");
  CHECK(model.id == "acme/large");
  CHECK(model.architecture.modality == "text->text");
  REQUIRE(model.endpoints.size() == 2);
  CHECK(model.endpoints[0].tag == "a");
}
