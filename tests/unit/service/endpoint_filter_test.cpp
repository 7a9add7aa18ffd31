#include "mrctl/service/endpoint_filter.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::service;

namespace {

const std::vector<Model>& models_to_filter() {
  static const std::vector<Model> value{read_model_text(R"({"id":"acme/large","endpoints":[
      {"tag":"a","provider_name":"Acme","pricing":{"prompt":"0.0000025","request":"0"},
       "status":0,"context_length":"131072","quantization":"fp8",
       "supports_implicit_caching":true,"supported_parameters":["tools","seed"]},
      {"tag":"b","provider_name":"Globex AI","pricing":{"prompt":"0.000002500","request":"-1"},
       "status":-2,"context_length":8192,"quantization":"mxfp8",
       "supports_implicit_caching":false,"supported_parameters":["tool_choice"]},
      {"tag":"c","pricing":{"prompt":"-1.0","request":"free"},"context_length":"n/a","supported_parameters":[]},
      {"tag":"d","quantization":null}]})"),
                                        read_model_text(R"({"id":"acme/tiny","endpoints":[
      {"tag":"e","pricing":{"prompt":1.5e-7},"quantization":"null"}]})")};
  return value;
}

std::string left_by(std::initializer_list<std::string_view> texts) {
  Conditions conditions;
  for (const auto text : texts)
    conditions.push_back(parse_condition(text).value());
  std::string tags;
  for (const auto& row : matching(list_rows(models_to_filter()), conditions))
    tags += *row.endpoint->tag;
  return tags;
}

std::string left_by(std::string_view text) {
  return left_by({text});
}

} // namespace

TEST_CASE("without conditions every row is left, in its order") {
  CHECK(left_by({}) == "abcde");
}

TEST_CASE("prices are compared exactly, for a million tokens as people see them") {
  CHECK(left_by("prompt=2.5") == "ab");
  CHECK(left_by("prompt<=2.5") == "abe");
  CHECK(left_by("prompt<2.50") == "e");
  CHECK(left_by("prompt>=2.5") == "ab");
  CHECK(left_by("prompt>2.5").empty());
  CHECK(left_by("prompt>2.499999999999999999999") == "ab");
  CHECK(left_by("prompt!=2.5") == "e");
  CHECK(left_by("prompt=1.5e-1") == "e");
}

TEST_CASE("a price that is not fixed meets no comparison with a number") {
  CHECK(left_by("prompt>=-1") == "abe");
  CHECK(left_by("prompt<0").empty());
  CHECK(left_by("prompt=varies") == "c");
  CHECK(left_by("prompt=-1") == "c");
  CHECK(left_by("prompt!=varies") == "abe");
  CHECK(left_by("request=-1") == "b");
  CHECK(left_by("request!=-1") == "a");
}

TEST_CASE("numbers are compared as numbers, whether they came as text or not") {
  CHECK(left_by("context>=9000") == "a");
  CHECK(left_by("context<9000") == "b");
  CHECK(left_by("status=0") == "a");
  CHECK(left_by("status<0") == "b");
}

TEST_CASE("what is missing meets =null and nothing else") {
  CHECK(left_by("quantization=null") == "cd");
  CHECK(left_by("quantization!=null") == "abe");
  CHECK(left_by("quantization!=fp8") == "be");
  CHECK(left_by("quantization~p") == "ab");
  CHECK(left_by("prompt=null") == "d");
  CHECK(left_by("prompt!=null") == "abce");
  CHECK(left_by("caching!=yes") == "b");
  CHECK(left_by("supports!=tools") == "bc");
  CHECK(left_by("supports=null") == "de");
}

TEST_CASE("a text that reads null is not a missing one") {
  CHECK(left_by("quantization='null'") == "e");
}

TEST_CASE("text is equal with its case, and contains without") {
  CHECK(left_by("provider=Acme") == "a");
  CHECK(left_by("provider=acme").empty());
  CHECK(left_by("provider~ACME") == "a");
  CHECK(left_by("provider=Globex AI") == "b");
  CHECK(left_by("quantization~FP8") == "ab");
}

TEST_CASE("a list holds whole items, and contains parts of them") {
  CHECK(left_by("supports=tools") == "a");
  CHECK(left_by("supports=tool").empty());
  CHECK(left_by("supports~tool") == "ab");
  CHECK(left_by("supports~TOOL_") == "b");
}

TEST_CASE("yes and no are words for true and false") {
  CHECK(left_by("caching=yes") == "a");
  CHECK(left_by("caching=true") == "a");
  CHECK(left_by("caching!=no") == "a");
}

TEST_CASE("every condition must hold") {
  CHECK(left_by({"prompt<=2.5", "supports~tool", "context<9000"}) == "b");
  CHECK(left_by({"model=acme/tiny", "tag=a"}).empty());
  CHECK(left_by({"model~TINY"}) == "e");
}
