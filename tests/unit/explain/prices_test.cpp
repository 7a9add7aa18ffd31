#include "explained.hpp"

using namespace mrctl::explain;

namespace {

Premises premises_of(std::string_view prompt, std::string_view completion,
                     std::string_view images = "0") {
  return {decimal(prompt), decimal(completion), decimal(images)};
}

std::string cost_of(std::string_view pricing, const Premises& premises) {
  const auto endpoint = R"([{"tag":"x","pricing":)" + std::string(pricing) + "}]";
  const auto cost = explained("{}", endpoint, premises).endpoint("x").cost;
  return cost ? cost->text() : "not known";
}

std::string text_of(const std::optional<mrctl::Decimal>& cost) {
  return cost ? cost->text() : "null";
}

} // namespace

TEST_CASE("a cost is the exact sum of its parts") {
  const auto pricing =
      R"({"prompt":"0.00000015","completion":6e-7,"request":"0.001","image":"0.0036"})";
  CHECK(cost_of(pricing, premises_of("1000", "500")) == "0.00145");
  CHECK(cost_of(pricing, premises_of("1000", "500", "2")) == "0.00865");
  CHECK(cost_of(R"({"prompt":"0.1","completion":"0.2"})", premises_of("1", "1")) == "0.3");
  CHECK(cost_of(R"({"prompt":"0.000000000000000000001","completion":"1"})",
                premises_of("3", "1000000000000000000")) ==
        "1000000000000000000.000000000000000000003");
}

TEST_CASE("a price that is missing is no price of zero, but for requests and unused images") {
  const auto counts = premises_of("1", "1");
  CHECK(cost_of(R"({"prompt":"1","completion":"1"})", counts) == "2");
  CHECK(cost_of(R"({"prompt":"1","completion":"1","request":null})", counts) == "2");
  CHECK(cost_of(R"({"prompt":"1"})", counts) == "not known");
  CHECK(cost_of(R"({"prompt":"1","completion":"1e400"})", counts) == "not known");
  CHECK(cost_of(R"({"prompt":"1","completion":"1","request":"1e400"})", counts) == "not known");
  CHECK(cost_of(R"({"completion":"1"})", counts) == "not known");
  CHECK(cost_of(R"({"prompt":"1","completion":"1"})", premises_of("1", "1", "1")) == "not known");
  CHECK(cost_of("null", counts) == "not known");
}

TEST_CASE("a price that is negative or unreadable is not known, a request's too") {
  const auto counts = premises_of("1", "1");
  CHECK(cost_of(R"({"prompt":"-1","completion":"1"})", counts) == "not known");
  CHECK(cost_of(R"({"prompt":"1","completion":"x"})", counts) == "not known");
  CHECK(cost_of(R"({"prompt":"1","completion":"1","request":"-1"})", counts) == "not known");
  CHECK(cost_of(R"({"prompt":"1","completion":"1","request":{}})", counts) == "not known");
  CHECK(cost_of(R"({"prompt":"1","completion":"1","request":true})", counts) == "not known");
}

TEST_CASE("a price whose count is zero does not matter, whatever it says") {
  CHECK(cost_of(R"({"prompt":"-1","completion":"1"})", premises_of("0", "1")) == "1");
  CHECK(cost_of(R"({"completion":"1","image":"x"})", premises_of("0", "1")) == "1");
  CHECK(cost_of("{}", premises_of("0", "0")) == "0");
}

TEST_CASE("costs need both counts") {
  Premises premises;
  premises.prompt_tokens = decimal("1");
  CHECK(cost_of(R"({"prompt":"1","completion":"1"})", premises) == "not known");
  CHECK(cost_of(R"({"prompt":"1","completion":"1"})", {}) == "not known");
}

TEST_CASE("a group has a range over eligible endpoints, and one that counts unknown ones") {
  const auto seen = explained(
      R"({"provider":{"quantizations":["fp8"]}})",
      R"([{"tag":"a","context_length":9,"quantization":"fp8","pricing":{"prompt":"2","completion":"0"}},
      {"tag":"b","context_length":9,"quantization":"fp8","pricing":{"prompt":"3","completion":"0"}},
      {"tag":"c","context_length":9,"pricing":{"prompt":"1","completion":"0"}},
      {"tag":"d","context_length":9,"pricing":{"prompt":"9","completion":"0"}},
      {"tag":"e","context_length":9,"quantization":"fp8","pricing":{"prompt":"-1","completion":"0"}},
      {"tag":"f","context_length":9,"quantization":"int4","pricing":{"prompt":"99","completion":"0"}},
      {"tag":"g","context_length":9,"quantization":"int4"}])",
      premises_of("1", "1"));
  const auto& cost = seen.group().cost;
  CHECK(text_of(cost.eligible.least) == "2");
  CHECK(text_of(cost.eligible.most) == "3");
  CHECK(text_of(cost.with_unknown.least) == "1");
  CHECK(text_of(cost.with_unknown.most) == "9");
  CHECK(cost.not_known == 1);
  CHECK(text_of(seen.endpoint("f").cost) == "99");
  CHECK(count_of(seen.group(), Reach::eligible) == 3);
  CHECK(count_of(seen.group(), Reach::unknown) == 2);
  CHECK(count_of(seen.group(), Reach::excluded) == 2);
}
