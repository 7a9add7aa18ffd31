#include "mrctl/output/judgement.hpp"

#include "unit/output/drawn.hpp"

#include <doctest/doctest.h>

using namespace mrctl;
using namespace mrctl::output;

namespace {

Presentation judged() {
  Presentation result;
  result.rows = [] { return Records{{"a"}, {{"1"}}}; };
  result.page = [](Page& page) { page.sentence("a is 1"); };
  result.judgement = [] {
    return Judgement{.sum = "2 changes",
                     .parts = {"1 removed", "1 price-up"},
                     .facts = {{"compared", "a.json with b.json"}},
                     .gates = {{"fail-on", "any", false, "1 removed, 1 price-up"}}};
  };
  return result;
}

} // namespace

TEST_CASE("text ends with the facts, the gates and the sum") {
  CHECK(written(judged()) == drawing(R"(
a is 1
compared: a.json with b.json
Gates
  GATE           VERDICT  WHY
  --fail-on any  FAILED   1 removed, 1 price-up
2 changes: 1 removed, 1 price-up
)"));
}

TEST_CASE("Markdown has the same below the rows, and a summary above them") {
  const std::string_view said = "\n2 changes: 1 removed, 1 price-up\n\n"
                                "- compared: a.json with b.json\n- a is 1\n\n"
                                "| gate | verdict | why |\n| --- | --- | --- |\n"
                                "| --fail-on any | FAILED | 1 removed, 1 price-up |\n";
  CHECK(written(judged(), {.format = Format::markdown}) ==
        "| a |\n| --- |\n| 1 |\n" + std::string(said));
  CHECK(summary(digest_of(judged(), "x"), {}, 1000) == "## mrctl x\n" + std::string(said));
}

TEST_CASE("the verdicts of gates are one array for programs") {
  CHECK(gates_json({{"at-least", 2, true, "3 endpoints"}, strict_result(1)}) ==
        R"([{"gate":"at-least","asked":2,"met":true,"why":"3 endpoints"},)"
        R"({"gate":"strict","asked":true,"met":false,"why":"1 warning"}])");
}
