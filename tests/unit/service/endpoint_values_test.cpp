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

TEST_CASE("a part that no text has is told, and that it is no pattern") {
  CHECK(told_of("provider~^acme") == Sentences{"no endpoint has provider~^acme; '~' finds a part "
                                               "of a text and takes no pattern: provider~acme"});
  CHECK(told_of("provider~globex").empty());
}

TEST_CASE("a value that no endpoint has is told, with the nearest") {
  CHECK(told_of("supports=tool") ==
        Sentences{"no endpoint has supports=tool; did you mean 'tools'?"});
  CHECK(told_of("supports=Tool") ==
        Sentences{"no endpoint has supports=Tool; did you mean 'tools'?"});
  CHECK(told_of("supports!=sed") ==
        Sentences{"no endpoint has supports=sed; did you mean 'seed'?"});
  CHECK(told_of("provider=globex ai") ==
        Sentences{"no endpoint has provider=globex ai; did you mean 'Globex AI'?"});
  CHECK(told_of("model=acme/lrge") ==
        Sentences{"no endpoint has model=acme/lrge; did you mean 'acme/large'?"});
  CHECK(told_of("quantization=bf16") == Sentences{"no endpoint has quantization=bf16"});
}

TEST_CASE("a number under which nothing is left is told, with the range of the column") {
  CHECK(told_of("context=128k") ==
        Sentences{"no endpoint has context=128000; context here is 8192 to 131072"});
  CHECK(told_of("context!=128k").empty());
  CHECK(told_of("context>=1M") ==
        Sentences{"no endpoint has context>=1000000; context here is 8192 to 131072"});
  CHECK(told_of("context<=8192").empty());
  CHECK(told_of("status=degraded") == Sentences{"no endpoint has status!=0; status here is 0"});
  CHECK(told_of("latency<2") ==
        Sentences{"no endpoint has latency_p50<2; latency_p50 is not known here"});
}

TEST_CASE("nothing is told of values that are there, of null, and of yes and no") {
  for (const auto* condition :
       {"supports=tools", "supports!=seed", "tag=globex", "context=8192", "quantization=null",
        "provider!=null", "caching=no", "prompt=varies"}) {
    CAPTURE(condition);
    CHECK(told_of(condition).empty());
  }
}

TEST_CASE("a small number of tokens is probably in thousands") {
  CHECK(told_of("context>128") == Sentences{"context here is 8192 to 131072; is 128k meant?"});
  CHECK(told_of("context>=8192").empty());
  CHECK(told_of("context>=1k").empty());
  CHECK(told_of("context>1999.5").empty());
  CHECK(told_of("context<128") ==
        Sentences{"no endpoint has context<128; context here is 8192 to 131072"});
}

TEST_CASE("where there are no endpoints, nothing is told of their values") {
  CHECK(unknown_values({}, {parse_condition("supports=tool").value()}).empty());
}

TEST_CASE("each condition is told by itself, in their order") {
  const Conditions conditions{parse_condition("supports=tool").value(),
                              parse_condition("tag=globex").value(),
                              parse_condition("quantization=fp9").value()};
  CHECK(unknown_values(list_rows(models_with_values()), conditions) ==
        Sentences{"no endpoint has supports=tool; did you mean 'tools'?",
                  "no endpoint has quantization=fp9; did you mean 'fp8'?"});
}
