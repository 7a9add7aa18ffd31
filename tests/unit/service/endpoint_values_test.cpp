#include "mrctl/service/endpoint_filter.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::service;

namespace {

using Sentences = std::vector<std::string>;

const std::vector<Model>& models_with_values() {
  static const std::vector<Model> value{read_model_text(R"({"id":"acme/large","endpoints":[
      {"tag":"acme/us","provider_name":"Acme","context_length":131072,"quantization":"fp8","status":0,
       "supports_implicit_caching":true,"supported_parameters":["tools","seed"]},
      {"tag":"globex","provider_name":"Globex AI","context_length":8192,"quantization":null,
       "status":0,"supports_implicit_caching":true,"supported_parameters":["tool_choice"]}]})")};
  return value;
}

Sentences told_of(std::string_view condition) {
  return unknown_values(list_rows(models_with_values()), {parse_condition(condition).value()});
}

} // namespace

TEST_CASE("a value that no endpoint has is told, with what there is") {
  const std::pair<const char*, const char*> table[]{
      {"provider~^acme", "provider~acme"},
      {"supports=tool", "'tools'?"},
      {"supports=Tool", "'tools'?"},
      {"supports!=sed", "'seed'?"},
      {"provider=globex ai", "'Globex AI'?"},
      {"model=acme/lrge", "'acme/large'?"},
      {"quantization=bf16", "has quantization=bf16"},
      {"context=128k", "has context=128000; context here is 8192 to 131072"},
      {"context>=1M", "8192 to 131072"},
      {"context<128", "8192 to 131072"},
      {"context>128", "128k"}, // a small number of tokens is probably in thousands
      {"status=degraded", "here is 0"},
      {"latency<2", "not known"},
  };
  for (const auto& row : table) {
    CAPTURE(row.first);
    const auto told = told_of(row.first);
    REQUIRE(told.size() == 1);
    CHECK_MESSAGE(told.front().find(row.second) != std::string::npos, told.front());
  }
}

TEST_CASE("nothing is told of values that are there, of null, and of yes and no") {
  for (const auto* condition :
       {"supports=tools", "supports!=seed", "tag=globex", "context=8192", "quantization=null",
        "provider!=null", "provider~globex", "caching=no", "prompt=varies", "context!=128k",
        "context<=8192", "context>=1k", "context>1999.5"})
    CHECK_MESSAGE(told_of(condition).empty(), condition);
  CHECK(unknown_values({}, {parse_condition("supports=tool").value()}).empty());
}

TEST_CASE("each condition is told by itself, in their order") {
  const Conditions conditions{parse_condition("supports=tool").value(),
                              parse_condition("tag=globex").value(),
                              parse_condition("quantization=fp9").value()};
  const auto told = unknown_values(list_rows(models_with_values()), conditions);
  REQUIRE(told.size() == 2);
  CHECK(told[0].find("'tools'?") != std::string::npos);
  CHECK(told[1].find("'fp8'?") != std::string::npos);
}
