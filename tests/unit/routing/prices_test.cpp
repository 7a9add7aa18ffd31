#include "mrctl/base/text.hpp"

#include "explained.hpp"

using namespace mrctl::routing;

namespace {

Assumptions assumptions_of(std::string_view prompt, std::string_view completion,
                           std::string_view images = "0") {
  return {decimal(prompt), decimal(completion), decimal(images)};
}

std::string cost_of(std::string_view pricing, const Assumptions& assumptions) {
  const auto endpoint = R"([{"tag":"x","pricing":)" + std::string(pricing) + "}]";
  const auto cost = explained("{}", endpoint, assumptions).endpoint("x").cost;
  return cost ? cost->text() : "not known";
}

// "2 to 3+": the mark stands for prices that depend on the request.
std::string range_of(std::string_view overrides, const Assumptions& assumptions) {
  const auto endpoint = R"([{"tag":"x","pricing":{"prompt":"2","completion":"10","overrides":)" +
                        std::string(overrides) + "}}]";
  const auto seen = explained("{}", endpoint, assumptions);
  const auto& judged = seen.endpoint("x");
  if (!judged.cost) return "not known";
  return (judged.cost_least ? judged.cost_least->text() + " to " : "") + judged.cost->text() +
         (judged.has_override ? "+" : "");
}

std::string text_of(const std::optional<mrctl::Decimal>& cost) {
  return cost ? cost->text() : "null";
}

} // namespace

TEST_CASE("a cost is the exact sum of its parts") {
  const auto pricing =
      R"({"prompt":"0.00000015","completion":6e-7,"request":"0.001","image":"0.0036"})";
  CHECK(cost_of(pricing, assumptions_of("1000", "500")) == "0.00145");
  CHECK(cost_of(pricing, assumptions_of("1000", "500", "2")) == "0.00865");
  CHECK(cost_of(R"({"prompt":"0.1","completion":"0.2"})", assumptions_of("1", "1")) == "0.3");
  CHECK(cost_of(R"({"prompt":"0.000000000000000000001","completion":"1"})",
                assumptions_of("3", "1000000000000000000")) ==
        "1000000000000000000.000000000000000000003");
}

TEST_CASE("a price that is missing is no price of zero, but for requests and unused images") {
  const auto counts = assumptions_of("1", "1");
  CHECK(cost_of(R"({"prompt":"1","completion":"1"})", counts) == "2");
  CHECK(cost_of(R"({"prompt":"1","completion":"1","request":null})", counts) == "2");
  CHECK(cost_of(R"({"prompt":"1"})", counts) == "not known");
  CHECK(cost_of(R"({"prompt":"1","completion":"1e400"})", counts) == "not known");
  CHECK(cost_of(R"({"prompt":"1","completion":"1","request":"1e400"})", counts) == "not known");
  CHECK(cost_of(R"({"completion":"1"})", counts) == "not known");
  CHECK(cost_of(R"({"prompt":"1","completion":"1"})", assumptions_of("1", "1", "1")) ==
        "not known");
  CHECK(cost_of("null", counts) == "not known");
}

TEST_CASE("a price that is negative or unreadable is not known, a request's too") {
  const auto counts = assumptions_of("1", "1");
  CHECK(cost_of(R"({"prompt":"-1","completion":"1"})", counts) == "not known");
  CHECK(cost_of(R"({"prompt":"1","completion":"x"})", counts) == "not known");
  CHECK(cost_of(R"({"prompt":"1","completion":"1","request":"-1"})", counts) == "not known");
  CHECK(cost_of(R"({"prompt":"1","completion":"1","request":{}})", counts) == "not known");
  CHECK(cost_of(R"({"prompt":"1","completion":"1","request":true})", counts) == "not known");
}

TEST_CASE("a price whose count is zero does not matter, whatever it says") {
  CHECK(cost_of(R"({"prompt":"-1","completion":"1"})", assumptions_of("0", "1")) == "1");
  CHECK(cost_of(R"({"completion":"1","image":"x"})", assumptions_of("0", "1")) == "1");
  CHECK(cost_of("{}", assumptions_of("0", "0")) == "0");
}

TEST_CASE("costs need both counts") {
  Assumptions assumptions;
  assumptions.prompt_tokens = decimal("1");
  CHECK(cost_of(R"({"prompt":"1","completion":"1"})", assumptions) == "not known");
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
      assumptions_of("1", "1"));
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

TEST_CASE("above its prompt tokens, an override replaces the prices that it names") {
  const auto override = R"([{"min_prompt_tokens":100,"prompt":"4"}])";
  CHECK(range_of(override, assumptions_of("100", "1")) == "210");
  CHECK(range_of(override, assumptions_of("101", "1")) == "414+");
  CHECK(range_of(R"([{"condition":{"min_prompt_tokens":"100"},"prompt":4e0}])",
                 assumptions_of("101", "1")) == "414+");
  CHECK(range_of(R"([{"prompt":"3"},{"min_prompt_tokens":9,"completion":"1","prompt":null}])",
                 assumptions_of("10", "1")) == "31+");
  CHECK(range_of(R"([{"min_prompt_tokens":5,"prompt":"3"},{"min_prompt_tokens":9,"prompt":"5"}])",
                 assumptions_of("10", "0")) == "50+");
  CHECK(range_of("[]", assumptions_of("10", "0")) == "20");
  CHECK(range_of("null", assumptions_of("10", "0")) == "20");
  CHECK(range_of(R"([{"prompt":"2"}])", assumptions_of("10", "0")) == "20");
}

TEST_CASE("a member of an override is a price by its name, or where the pricing has one too") {
  const auto counts = assumptions_of("10", "0");
  const auto range = [&](std::string_view overrides) { return range_of(overrides, counts); };
  CHECK(range(R"([{"min_prompt_tokens":5,"prompt":"3","input_cache_write_1h":"9",
                   "input_audio_cache":"x"}])") == "30+");
  CHECK(range(R"([{"prompt":"3","discount":0.5}])") == "30+");
  CHECK(range(R"([{"prompt":"3","surcharge":"1"}])") == "not known");
  CHECK(range(R"([{"prompt":"3","surcharge":"1"}],"surcharge":"0")") == "30+");
  CHECK(range(R"([{"prompt":"3","surcharge":{"a":1}}],"surcharge":null)") == "30+");
  CHECK(range(R"([{"prompt":"3","condition":{"surcharge":"1"}}],"surcharge":"0")") == "not known");
}

TEST_CASE("a request that writes a cache pays for that in place of the prompt") {
  const auto cost = [](std::string_view body, std::string_view further, std::string_view cached) {
    auto counts = assumptions_of("10", "0");
    counts.cached_tokens = decimal(cached);
    const auto listing =
        R"([{"tag":"x","pricing":{"prompt":"4","completion":"1")" + std::string(further) + "}}]";
    const auto seen = explained(body, listing, counts);
    const auto& judged = seen.endpoint("x");
    if (!judged.cost) return std::string("not known");
    return (judged.cost_least ? judged.cost_least->text() + " to " : "") + judged.cost->text() +
           (judged.has_override ? "+" : "");
  };
  const auto* const written = R"(,"input_cache_write":"5","input_cache_write_1h":"8")";
  const auto* const minutes = R"({"cache_control":{"type":"ephemeral"}})";
  const auto* const hour = R"({"cache_control":{"type":"ephemeral","ttl":"1h"}})";
  CHECK(cost("{}", written, "0") == "40");
  CHECK(cost(minutes, written, "0") == "40 to 50+");
  CHECK(cost(hour, written, "0") == "40 to 80+");
  CHECK(cost(minutes, written, "4") == "40 to 46+"); // cached ones as the prompt
  CHECK(cost(minutes, R"(,"input_cache_write":"5","input_cache_read":"1")", "4") == "28 to 34+");
  CHECK(cost(minutes, "", "0") == "40");
  CHECK(cost(hour, R"(,"input_cache_write":"5")", "0") == "40");
  CHECK(cost(minutes, R"(,"input_cache_write":null)", "0") == "40");
  CHECK(cost(minutes, R"(,"input_cache_write":"-1")", "0") == "not known");
  CHECK(cost(minutes, R"(,"input_cache_write":"-1")", "10") == "40");
  CHECK(cost(minutes, R"(,"input_cache_write":"3")", "0") == "30 to 40+");
  CHECK(cost(minutes, R"(,"overrides":[{"min_prompt_tokens":9,"input_cache_write":"6"}])", "0") ==
        "40 to 60+");
  CHECK(cost(minutes, R"(,"overrides":[{"min_prompt_tokens":10,"input_cache_write":"6"}])", "0") ==
        "40");
  CHECK(cost(minutes, R"(,"overrides":[{"region":"eu","input_cache_write":"6"}])", "0") ==
        "not known");
  CHECK(cost(R"({"messages":[{"role":"system","content":[{"type":"text","text":"a","cache_control":
             {"type":"ephemeral"}},{"type":"text","text":"b","cache_control":{"ttl":"1h"}}]}]})",
             written, "0") == "40 to 80+");
  CHECK(cost(R"({"messages":[{"role":"user","content":[{"type":"text","text":"a","cache_control":
             {"type":"ephemeral"}}]}]})",
             written, "0") == "40");
  CHECK(cost(R"({"cache_control":{}})", written, "0") == "40");
}

TEST_CASE("a price that depends on the time makes a range") {
  const auto counts = assumptions_of("1", "1");
  CHECK(range_of(R"([{"utc_start":1,"utc_end":5,"prompt":"1"}])", counts) == "11 to 12+");
  CHECK(range_of(R"([{"condition":{"utc_days":["sat"]},"prompt":"1","completion":"20"}])",
                 counts) == "12 to 21+");
  CHECK(range_of(R"([{"utc_start":1,"prompt":"1"},{"utc_start":2,"completion":"9"}])", counts) ==
        "10 to 12+");
  CHECK(range_of(R"([{"utc_start":1,"prompt":"1"},{"utc_start":1,"completion":"11"}])", counts) ==
        "12");
  CHECK(range_of(R"([{"utc_start":1,"prompt":"1"},{"prompt":"3"}])", counts) == "13+");
  CHECK(range_of(R"([{"utc_start":1,"min_prompt_tokens":1,"prompt":"1"}])", counts) == "12");
  std::string many;
  for (int i = 0; i < 9; ++i)
    many += (many.empty() ? "" : ",") + (R"({"prompt":"1","utc_start":)" + std::to_string(i)) + "}";
  CHECK(range_of("[" + many + "]", counts) == "not known");
}

TEST_CASE("an override that cannot be decided or read makes the cost unknown where it matters") {
  const auto counts = assumptions_of("1", "1");
  CHECK(range_of(R"([{"region":"eu","prompt":"1"}])", counts) == "not known");
  CHECK(range_of(R"([{"region":"eu","prompt":"1"},{"prompt":"3"}])", counts) == "13+");
  CHECK(range_of(R"([{"region":"eu","image":"1"}])", counts) == "12");
  CHECK(range_of(R"([{"region":"eu","min_prompt_tokens":1,"prompt":"1"}])", counts) == "12");
  CHECK(range_of(R"([{"region":null,"prompt":"1"}])", counts) == "11+");
  CHECK(range_of(R"([{"prompt":"-1"}])", counts) == "not known");
  CHECK(range_of(R"([{"prompt":"-1"}])", assumptions_of("0", "1")) == "10");
  CHECK(range_of(R"([{"min_prompt_tokens":"many","prompt":"1"}])", counts) == "not known");
  CHECK(range_of(R"([{"condition":"peak","prompt":"1"}])", counts) == "not known");
  CHECK(range_of(R"([7])", counts) == "not known");
  CHECK(range_of(R"({"prompt":"1"})", counts) == "not known");
}

TEST_CASE("cached tokens cost their own price, or that of the prompt") {
  auto counts = assumptions_of("10", "0");
  counts.cached_tokens = decimal("4");
  CHECK(cost_of(R"({"prompt":"2","input_cache_read":"1","completion":"0"})", counts) == "16");
  CHECK(cost_of(R"({"prompt":"2","completion":"0"})", counts) == "20");
  CHECK(cost_of(R"({"prompt":"2","input_cache_read":null,"completion":"0"})", counts) == "20");
  CHECK(cost_of(R"({"prompt":"2","input_cache_read":"-1","completion":"0"})", counts) ==
        "not known");
  CHECK(range_of(R"([{"prompt":"3"}])", counts) == "30+");
  CHECK(range_of(R"([{"input_cache_read":"0"}])", counts) == "12+");
}

TEST_CASE("a range of costs counts with its upper end, and the least with its lower one") {
  const auto seen =
      explained("{}", R"([{"tag":"a","context_length":9,"pricing":{"prompt":"2","completion":"0",
      "overrides":[{"utc_start":1,"prompt":"1"}]}},
      {"tag":"b","context_length":9,"pricing":{"prompt":"3","completion":"0","overrides":[{"utc_end":1,"prompt":"5"}]}}])",
                assumptions_of("1", "1"));
  CHECK(text_of(seen.group().cost.eligible.least) == "1");
  CHECK(text_of(seen.group().cost.eligible.most) == "5");
}

TEST_CASE("searches are told with their price where the body asks for them") {
  const auto searches = [](std::string_view body, std::string_view listed) {
    std::string items;
    for (const auto price : mrctl::split(listed, ' '))
      items += (items.empty() ? "" : ",") +
               (R"({"tag":"x","pricing":{"web_search":)" + std::string(price)) + "}}";
    return explained(body, "[" + items + "]").group().charges;
  };
  const auto web = R"({"plugins":[{"id":"web"}]})";
  CHECK(searches("{}", R"("0.01")").empty());
  CHECK(searches(R"({"plugins":[{"id":"web","enabled":false}]})", R"("0.01")").empty());
  CHECK(searches(web, R"("0.01")") == "plus 0.01 USD for each search");
  CHECK(searches(R"({"tools":[{"type":"router:web_search"}]})", R"("0.01" 0.004)") ==
        "plus 0.004 to 0.01 USD for each search");
  CHECK(searches(web, "null") == "plus a charge for each search that the listing does not show");
  CHECK(searches(web, R"("0.01" null)") ==
        "plus 0.01 USD for each search, where the listing shows it");
}

TEST_CASE("what a body asks of other models is told with the searches") {
  const auto charges = [](std::string_view body) {
    return explained(body, R"([{"tag":"x","pricing":{"web_search":"0.01"}}])").group().charges;
  };
  CHECK(charges(R"({"plugins":[{"id":"fusion"}]})") == "plus what up to 8 more models cost");
  CHECK(charges(R"({"plugins":[{"id":"fusion","analysis_models":["a/b","c/d"]},{"id":"web"}]})") ==
        "plus 0.01 USD for each search, plus what 2 more models cost");
  CHECK(charges(R"({"plugins":[{"id":"fusion","enabled":false}]})").empty());
  CHECK(charges(R"({"tools":[{"type":"router:advisor"},{"type":"own:subagent"},
                             {"type":"router:advisor"},{"type":"router:web_fetch"}]})") ==
        "plus what router:advisor costs, plus what own:subagent costs");
}

TEST_CASE("an explanation that is resized is that of a request of the other size") {
  const auto* listed = R"([
    {"tag":"a","context_length":1000,"pricing":{"prompt":"2","completion":"10","overrides":
      [{"min_prompt_tokens":100,"prompt":"3"}]}},
    {"tag":"b","context_length":null,"max_prompt_tokens":500,"pricing":{"prompt":"1"}},
    {"tag":"c","pricing":{"prompt":"1","completion":"1","image":"5","input_cache_write":"2"}}])";
  const auto* body =
      R"({"model":"acme/large","max_tokens":200,"cache_control":{"type":"ephemeral"}})";
  const auto text = [](const Explained& of) {
    std::string out = text_of(of.group().cost.eligible.most) + ";";
    for (const auto& judged : of.group().endpoints)
      out += std::string(*judged.endpoint->tag) + ":" +
             std::to_string(static_cast<int>(judged.reach)) + " " + text_of(judged.cost) + " " +
             text_of(judged.cost_least) + (judged.has_override ? "+" : "") + " ";
    return out;
  };
  const std::vector sizes{assumptions_of("10", "5"),   assumptions_of("100", "5"),
                          assumptions_of("101", "7"),  assumptions_of("600", "1"),
                          assumptions_of("801", "5"),  assumptions_of("900", "0", "2"),
                          assumptions_of("10000", "5")};
  std::size_t resized = 0;
  for (const auto& from : sizes)
    for (const auto& to : sizes) {
      auto one = explained(body, listed, from);
      const auto before = text(one);
      const auto other = explained(body, listed, to);
      const bool is_alike = resize(one.explanation, *one.body, to);
      CHECK(text(one) == (is_alike ? text(other) : before));
      CHECK((!is_alike ||
             one.explanation.requirements.size() == other.explanation.requirements.size()));
      resized += is_alike ? 1 : 0;
    }
  CHECK(resized > sizes.size());
  CHECK(resized < sizes.size() * sizes.size());
  auto without = explained(body, listed);
  CHECK_FALSE(resize(without.explanation, *without.body, sizes.front()));
}
