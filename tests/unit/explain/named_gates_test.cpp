#include "mrctl/explain/named_gates.hpp"

#include "explained.hpp"

#include <array>

using namespace mrctl;
using namespace mrctl::explain;

namespace {

constexpr auto gated_endpoints = R"([
    {"tag":"cheap","context_length":9,"pricing":{"prompt":"1","completion":"2"}},
    {"tag":"dear","context_length":99,"pricing":{"prompt":"3","completion":"4"}}])";

const std::vector<std::string> models{"acme/large"};

NamedGate gate(Gates gates) {
  return {.id = "a-gate",
          .place = {.file = "mrctl.toml", .line = 7, .column = 1},
          .gates = std::move(gates)};
}

Explained judged_with(const std::string& provider) {
  return explained(R"({"provider":)" + provider + "}", gated_endpoints,
                   {decimal("1"), decimal("1")});
}

// Why a preset with these preferences does not meet the gate; empty if it does.
std::string failure(const Gates& gates, const std::string& provider) {
  const auto all = judged_with(provider);
  const auto verdict = judge_preset(gate(gates), all.explanation, {});
  return verdict.failures.empty() ? "" : verdict.failures.front().why;
}

JudgedGate with_failures(const NamedGate& gate, std::initializer_list<std::size_t> presets) {
  JudgedGate out{.gate = &gate};
  for (const auto preset : presets)
    add_verdict(out, preset, {.failures = {{.model = "acme/large", .why = "fails"}}});
  return out;
}

Waiver waiver(std::string preset, std::string model = {}, std::string until = "2026-12-31") {
  return {"a-gate", std::move(preset), std::move(model), std::move(until), "soon fixed", {}};
}

constexpr std::array<std::string_view, 2> preset_names{"support", "support-eu"};

} // namespace

TEST_CASE("a gate selects presets by globs of their names and models") {
  auto some = gate({.models = {"acme/*"}});
  some.presets = {"support*", "triage"};
  CHECK(is_selected(some, "support-eu", models));
  CHECK(is_selected(some, "triage", models));
  CHECK_FALSE(is_selected(some, "billing", models));
  CHECK_FALSE(is_selected(some, "triage", std::vector<std::string>{"globex/vision"}));
  CHECK(is_selected(gate({}), "anything", models));
}

TEST_CASE("each failure says what was found, what was asked and where") {
  CHECK(failure({.at_least = 2}, R"({"only":["cheap"]})") ==
        "acme/large has 1 eligible endpoint: cheap; at least 2 were asked (mrctl.toml:7)");
  CHECK(failure({.max_cost = decimal("6.5")}, "{}") ==
        "a request costs up to 7 USD on dear, at most 6.5 was asked (mrctl.toml:7)");
  CHECK(failure({.required = {{{}, "dear"}}}, R"({"ignore":["dear"]})") ==
        "acme/large excludes dear; it is required (mrctl.toml:7)");
  CHECK(failure({.no_dead_entries = true}, R"({"order":["nobody"]})") ==
        "has entries that match no endpoint: 'nobody'; none are allowed (mrctl.toml:7)");
  CHECK(failure({.at_least = 2, .max_cost = decimal("7")}, "{}").empty());
}

TEST_CASE("only endpoints that meet the conditions count for at_least") {
  Gates gates{.at_least = 1};
  gates.where = {*service::parse_condition("context>=50")};
  gates.where_words = "context>=50";
  CHECK(failure(gates, R"({"only":["dear"]})").empty());
  CHECK(failure(gates, R"({"only":["cheap"]})") == "acme/large has no eligible endpoint with "
                                                   "context>=50; at least 1 was asked "
                                                   "(mrctl.toml:7)");
}

TEST_CASE(
    "models that the globs leave out are not judged, but entries without an endpoint always are") {
  CHECK(failure({.models = {"globex/*"}, .at_least = 9}, "{}").empty());
  CHECK_FALSE(
      failure({.models = {"globex/*"}, .no_dead_entries = true}, R"({"only":["x"]})").empty());
}

TEST_CASE("a model that could not be listed does not meet a gate") {
  const auto verdict = judge_preset(gate({.at_least = 1}), Explanation{}, models);
  REQUIRE(verdict.failures.size() == 1);
  CHECK(verdict.failures[0].why == "acme/large could not be listed (mrctl.toml:7)");
}

TEST_CASE("a required tag may be listed for any of the presets, but for one of them") {
  const auto required = gate({.required = {{{}, "dear"}, {{}, "nowhere"}}});
  const auto all = judged_with("{}");
  JudgedGate out{.gate = &required};
  add_verdict(out, 0, judge_preset(required, all.explanation, {}));
  CHECK(out.failures.empty());
  conclude(out);
  REQUIRE(out.failures.size() == 1);
  CHECK(out.failures[0].why ==
        "no model of its presets lists nowhere; it is required (mrctl.toml:7)");
  CHECK_FALSE(out.failures[0].preset);
}

TEST_CASE("a gate that selects no preset fails unless it may be empty") {
  auto empty = gate({.at_least = 1});
  JudgedGate out{.gate = &empty};
  conclude(out);
  CHECK_FALSE(is_met(out));
  empty.may_be_empty = true;
  out.failures.clear();
  conclude(out);
  CHECK(is_met(out));
}

TEST_CASE("a waiver takes the failures of its presets and models out, through its last day") {
  const auto some = gate({.at_least = 2});
  struct Row {
    std::string preset;
    std::string model;
    std::string_view day;
    std::size_t failures;
    WaiverState state;
  };
  const std::vector<Row> rows{{"support-eu", "", "2026-12-31", 1, WaiverState::used},
                              {"support*", "acme/*", "2026-12-31", 2, WaiverState::used},
                              {"support*", "globex/*", "2026-12-31", 0, WaiverState::unused},
                              {"billing", "", "2026-12-31", 0, WaiverState::unused},
                              {"support*", "", "2027-01-01", 0, WaiverState::expired}};
  for (const auto& row : rows) {
    CAPTURE(row.preset);
    CAPTURE(row.day);
    std::vector gates{with_failures(some, {0, 1})};
    const std::vector waivers{waiver(row.preset, row.model)};
    const auto judged = waive(gates, waivers, preset_names, row.day);
    REQUIRE(judged.size() == 1);
    CHECK(judged[0].failures == row.failures);
    CHECK(judged[0].state == row.state);
    CHECK(is_met(gates[0]) == (row.failures == 2));
  }
}

TEST_CASE("a waiver that ended or waives nothing is a warning at its place") {
  auto ended = waiver("support", {}, "2026-11-24");
  ended.place = {.file = "mrctl.toml", .line = 12, .column = 1};
  CHECK_FALSE(warning_on({.waiver = &ended, .state = WaiverState::used}));
  CHECK(warning_on({.waiver = &ended, .state = WaiverState::unused})->message ==
        "the waiver of a-gate for support waives nothing");
  const auto warning = warning_on({.waiver = &ended, .state = WaiverState::expired});
  CHECK(warning->message ==
        "the waiver of a-gate for support ended on 2026-11-24: its failures count");
  CHECK(warning->place->line == 12);
  CHECK(warning->severity == Severity::warning);
}
