#include "mrctl/output/judgement.hpp"
#include "mrctl/output/result_rows.hpp"

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
    return Judgement{
        .sum = "2 changes",
        .parts = {"1 removed", "1 price-up"},
        .facts = {{"compared", "a.json with b.json"}},
        .gates = {strict_result(0), {"fail-on", "any", false, "1 removed, 1 price-up"}},
        .waivers = {"1 waived: price for support until 2026-12-31 (soon cheaper)"}};
  };
  return result;
}

} // namespace

TEST_CASE("text ends with the facts, the gates and the sum") {
  CHECK(written(judged()) == drawing(R"(
a is 1
compared: a.json with b.json
Gates
  --strict       ok      no warnings
  --fail-on any  FAILED  1 removed, 1 price-up
  1 waived: price for support until 2026-12-31 (soon cheaper)
2 changes: 1 removed, 1 price-up
)"));
}

TEST_CASE("Markdown has the same below the rows, and a summary above them") {
  const std::string_view said = "\n2 changes: 1 removed, 1 price-up\n\n"
                                "- compared: a.json with b.json\n"
                                "- 1 waived: price for support until 2026-12-31 (soon cheaper)\n"
                                "- a is 1\n\n"
                                "| gate | verdict | why |\n| --- | --- | --- |\n"
                                "| --fail-on any | FAILED | 1 removed, 1 price-up |\n"
                                "| --strict | ok | no warnings |\n";
  CHECK(written(judged(), {.format = Format::markdown}) ==
        "| a |\n| --- |\n| 1 |\n" + std::string(said));
  CHECK(summary(digest_of(judged(), "x"), {}, 1000) == "## mrctl x\n" + std::string(said));
}

TEST_CASE("text shows the first failures of a gate, other pages all of them") {
  std::vector<GateResult> gates(22, {"price", {}, false, "too dear", {}, true});
  gates.push_back(strict_result(0));
  const auto given = grid_of(gates, GateOrder::given);
  REQUIRE(given.rows.size() == 22);
  CHECK(given.rows[20] == std::vector<std::optional<std::string>>{"price", "FAILED", "2 more"});
  CHECK(grid_of(gates, GateOrder::failed_first).rows.size() == 23);
}

TEST_CASE("the results of gates are one array for programs") {
  CHECK(result_json(
            std::vector<GateResult>{{"at-least", 2, true, "3 endpoints"}, strict_result(1)}) ==
        R"([{"gate":"at-least","asked":2,"met":true,"preset":null,"model":null,"found":null,)"
        R"("why":"3 endpoints"},{"gate":"strict","asked":true,"met":false,"preset":null,)"
        R"("model":null,"found":null,"why":"1 warning"}])");
}

TEST_CASE("each gate that fails is one error with its first reasons and a problem for each") {
  std::vector<GateResult> gates(7, {"price", {}, false, "too dear", {}, true, 0, "support"});
  gates[0].waived = "soon cheaper";
  for (auto& gate : gates)
    gate.place = {.file = "a.yaml", .line = 3, .column = 1};
  gates.push_back(strict_result(0));
  gates.push_back({"at-least", 2, false, "acme/large has no endpoints"});
  const auto errors = failures_of(gates);
  REQUIRE(errors.size() == 2);
  CHECK(errors[0].message == "gate price was not met: support: too dear");
  REQUIRE(errors[0].problems.size() == 1); // all are at one place
  CHECK(errors[0].problems[0].rule == "gate.project");
  CHECK(errors[0].problems[0].place->line == 3);
  CHECK(errors[0].problems[0].message == "price: support: too dear; and 5 more");
  CHECK(errors[1].message == "--at-least 2 was not met: acme/large has no endpoints");
  CHECK(errors[1].problems.empty());
  CHECK(errors[1].kind == ErrorKind::condition);
}

TEST_CASE("a report that shows everything may have a page of its own") {
  Presentation result;
  result.page = [](Page& page) { page.sentence("some"); };
  result.wide = [](Page& page) { page.sentence("all"); };
  CHECK(written(result, {.format = Format::table}) == "some\n");
  CHECK(written(result, {.format = Format::wide}) == "all\n");
}
