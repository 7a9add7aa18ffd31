#include "mrctl/output/judgement.hpp"
#include "mrctl/routing/gates.hpp"

#include "explained.hpp"

#include <array>
#include <initializer_list>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

using namespace mrctl;
using namespace mrctl::routing;

namespace {

// Two endpoints that cost 3 and 7 USD for one token each way, and one whose cost nobody knows.
constexpr auto endpoints = R"([
    {"tag":"cheap","context_length":9,"quantization":"fp8","pricing":{"prompt":"1","completion":"2"}},
    {"tag":"Dear/eu","context_length":9,"quantization":"fp8","pricing":{"prompt":"3","completion":"4"}},
    {"tag":"unpriced","context_length":9,"quantization":"int4"}])";

Explained judged(const std::string& provider, std::string_view listed = endpoints) {
  const Assumptions assumptions{decimal("1"), decimal("1")};
  return explained(R"({"provider":)" + provider + "}", listed, assumptions);
}

// "met: WHY" or "fails: WHY", for each result; the sentences are in the cases of preset-explain and
// preset-check.
std::string results_of(const Gate& gate, const std::string& provider,
                       std::string_view listed = endpoints) {
  const auto all = judged(provider, listed);
  const GatedBody body{.explanation = &all.explanation};
  std::string out;
  for (const auto& result : judge(gate, {&body, 1}))
    out +=
        (out.empty() ? "" : "; ") + std::string(result.is_met ? "met: " : "fails: ") + result.why;
  return out;
}

Gate gate_of(spec::GateValues values) {
  Gate gate;
  static_cast<spec::GateValues&>(gate) = std::move(values);
  return gate;
}

Gate at_least(std::size_t count) {
  return gate_of({.at_least = count});
}

Gate max_cost(std::string_view limit) {
  return gate_of({.max_cost = decimal(limit)});
}

Gate require(std::string text) {
  return gate_of({.require = {std::move(text)}});
}

// A gate of a project file.
Gate of_file(Gate gate) {
  gate.id = "a-gate";
  gate.place = {.file = "mrctl.toml", .line = 7, .column = 1};
  return gate;
}

struct Row {
  Gate gate;
  std::string provider;
  std::string begins; // "met" or "fails", and what comes next
  std::string names;
};

void check_results(std::initializer_list<Row> rows, std::string_view listed = endpoints) {
  for (const auto& row : rows) {
    const auto result = results_of(row.gate, row.provider, listed);
    CAPTURE(result);
    CHECK(result.starts_with(row.begins));
    CHECK(result.find(row.names) != std::string::npos);
    CHECK(result.find("; met") == std::string::npos);
    CHECK(result.find("; fails") == std::string::npos);
  }
}

// The hint of the usage error on a required tag; empty if there is none.
std::string refusal(const std::string& text) {
  const auto all = judged("{}");
  const auto known = check_required(require(text), std::vector{&all.explanation});
  return known ? "" : known.error().hint;
}

const std::vector<std::string> models{"acme/large"};
constexpr std::array<std::string_view, 2> preset_slugs{"support", "support-eu"};

GateOutcome with_failures(const Gate& gate, std::initializer_list<std::size_t> presets) {
  GateOutcome out{.gate = &gate};
  for (const auto preset : presets)
    add_results(out, preset,
                {{.gate = gate.id,
                  .why = "fails",
                  .is_of_file = true,
                  .preset = preset,
                  .model = "acme/large"}});
  return out;
}

Waiver waiver(std::string preset, std::string model = {}, std::string until = "2026-12-31") {
  return {.gate = "a-gate",
          .preset = std::move(preset),
          .model = std::move(model),
          .until = std::move(until),
          .reason = "soon fixed"};
}

} // namespace

TEST_CASE("a gate compares what is eligible, exactly, and names what decided") {
  const std::string two = R"({"quantizations":["fp8"]})"; // cheap and Dear/eu
  check_results({
      {at_least(2), two, "met", "2 eligible"},
      {at_least(3), two, "fails", "(cheap, Dear/eu)"},
      {at_least(1), R"({"only":["nobody"]})", "fails", "no eligible"},
      {max_cost("7.0"), two, "met", "7 USD on Dear/eu"},
      {max_cost("6.999999999999999999999999"), two, "fails", "7 USD on Dear/eu"},
      {max_cost("100"), "{}", "fails", "unpriced"}, // whose cost is not known
      {require("CHEAP"), "{}", "met", "CHEAP"},
      {require("acme/large=dear/EU"), "{}", "met", "dear/EU"},
      {require("cheap"), R"({"ignore":["cheap"]})", "fails", "excludes cheap"},
  });
}

TEST_CASE("a gate that fails for unknown endpoints alone says what would decide it") {
  const std::string of_zdr = "--known zdr=FILE or --assume zdr (";
  check_results({
      {at_least(2), R"({"zdr":true,"data_collection":"deny","ignore":["cheap"]})", "fails",
       "--known data_collection=FILE --known zdr=FILE or --assume data_collection,zdr ("},
      {max_cost("1"), R"({"zdr":true,"only":["cheap"]})", "fails", of_zdr},
      {require("cheap"), R"({"zdr":true})", "fails", of_zdr},
      // No list decides max_price.audio.
      {require("cheap"), R"({"zdr":true,"max_price":{"audio":"1"}})", "fails",
       "--known zdr=FILE --assume max_price.audio or --assume max_price.audio,zdr ("},
  });
  // Three are required, and only two could qualify.
  CHECK(results_of(at_least(3), R"({"zdr":true,"ignore":["cheap"]})").find("--assume") ==
        std::string::npos);
  // What a listing does not happen to say cannot be assumed.
  CHECK(results_of(at_least(1), R"({"zdr":true,"quantizations":["fp8"]})",
                   R"([{"tag":"a"},{"tag":"b"}])")
            .find("--assume") == std::string::npos);
}

TEST_CASE("a required tag or model that is not listed is a usage error with the nearest one") {
  CHECK(refusal("cheap").empty());
  CHECK(refusal("chaep").find("'cheap'") != std::string::npos);
  CHECK(refusal("acme/large=chaep").find("'cheap'") != std::string::npos);
  CHECK(refusal("acme/lrge=cheap").find("'acme/large'") != std::string::npos);
  CHECK(refusal("acme/large:cheap").find("'acme/large=cheap'") != std::string::npos);
  CHECK(refusal("acme/large").find("'acme/large='") == std::string::npos);
  CHECK_FALSE(refusal("acme/large").empty());
}

TEST_CASE("dead entries fail their gate, and are named with the nearest tag") {
  const auto gate = gate_of({.no_dead_entries = true});
  check_results({{gate, R"({"only":["cheap"]})", "met", ""},
                 {gate, R"({"order":["chaep"],"ignore":["x"]})", "fails", "'x', 'chaep' ("},
                 {gate, R"({"order":["chaep"]})", "fails", "'cheap'?)"}});
}

TEST_CASE("a gate that looks at nothing is not met") {
  check_results({{at_least(0), "{}", "fails", "no endpoints"},
                 {max_cost("1"), "{}", "fails", "no eligible"},
                 // There is nothing to compare entries with.
                 {gate_of({.no_dead_entries = true}), R"({"order":["x"]})", "met", ""}},
                "[]");
  check_results({{at_least(0), R"({"zdr":true})", "met", "no eligible"}});
}

TEST_CASE(
    "every condition is judged for every model of every body, one condition after the other") {
  const auto all = judged("{}");
  const std::vector<GatedBody> bodies{{.preset = 0, .explanation = &all.explanation},
                                      {.preset = 1, .slug = "b", .explanation = &all.explanation}};
  const auto found =
      judge(gate_of({.at_least = 9, .max_cost = decimal("1"), .no_dead_entries = true}), bodies);
  REQUIRE(found.size() == 6);
  CHECK(found[1].preset == 1);
  CHECK(found[1].slug == "b");
  CHECK(found[1].model == "acme/large");
  CHECK(found[5].model.empty());
  CHECK(found[2].asked == "1");
  CHECK(found[2].gate == "max-cost");
  CHECK(name_of(found[0]) == "--at-least 9");
}

TEST_CASE("a condition on costs needs counts of tokens") {
  CHECK(condition_on_cost(max_cost("1"))->key == "max_cost");
  CHECK(condition_on_cost(at_least(1)) == nullptr);
}

TEST_CASE("a gate of a file has an id, and says where it stands") {
  const auto all = judged(R"({"only":["cheap"]})");
  const GatedBody body{.slug = "support", .explanation = &all.explanation};
  const auto results = judge(of_file(at_least(2)), {&body, 1});
  REQUIRE(results.size() == 1);
  CHECK(name_of(results[0]) == "a-gate");
  CHECK(rule_of(results[0]) == "gate.project");
  CHECK(reason_of(results[0]).starts_with("support: acme/large "));
  CHECK(reason_of(results[0]).ends_with(" (mrctl.toml:7)"));
}

TEST_CASE("a gate selects presets by globs of their slugs and models") {
  Gate some;
  some.presets = {"support*", "triage"};
  some.models = {"acme/*"};
  CHECK(is_selected(some, "support-eu", models));
  CHECK(is_selected(some, "triage", models));
  CHECK_FALSE(is_selected(some, "billing", models));
  CHECK_FALSE(is_selected(some, "triage", std::vector<std::string>{"globex/vision"}));
  CHECK(is_selected({}, "anything", models));
}

TEST_CASE("only endpoints that meet the conditions count for at_least") {
  auto some = at_least(1);
  some.where = {"tag=cheap"};
  some.conditions = {*service::parse_condition("tag=cheap")};
  check_results({{some, R"({"only":["cheap"]})", "met", "with tag=cheap"},
                 {some, R"({"only":["dear/eu"]})", "fails", "with tag=cheap"}});
}

TEST_CASE("models that the globs leave out are not judged, but dead entries always are") {
  auto some = gate_of({.at_least = 9, .no_dead_entries = true});
  some.models = {"globex/*"};
  check_results({{some, R"({"only":["x"]})", "fails: has entries", "'x'"}});
}

TEST_CASE("a model that could not be listed does not meet a gate") {
  const Explanation none;
  const GatedBody body{.explanation = &none, .unlisted = models};
  const auto results = judge(of_file(at_least(1)), {&body, 1});
  REQUIRE(results.size() == 1);
  CHECK_FALSE(results[0].is_met);
  CHECK(results[0].model == "acme/large");
}

TEST_CASE("a required tag may be listed for any of the presets, but for one of them") {
  const auto required = of_file(gate_of({.require = {"cheap", "nowhere"}}));
  const auto all = judged("{}");
  const GatedBody body{.explanation = &all.explanation};
  GateOutcome out{.gate = &required};
  add_results(out, 0, judge(required, {&body, 1}));
  CHECK(out.failures.empty());
  conclude(out);
  REQUIRE(out.failures.size() == 1);
  CHECK(out.failures[0].why.find("lists nowhere") != std::string::npos);
  CHECK_FALSE(out.failures[0].preset);
}

TEST_CASE("a model where a tag is required, and a slug that a gate may mean, are named") {
  const auto required = of_file(gate_of({.require = {"acme/large"}}));
  const auto all = judged("{}");
  const GatedBody body{.explanation = &all.explanation};
  GateOutcome tagged{.gate = &required};
  add_results(tagged, 0, judge(required, {&body, 1}));
  conclude(tagged, {}, {"acme/large"});
  REQUIRE(tagged.failures.size() == 1);
  CHECK(tagged.failures[0].why.find("takes tags") != std::string::npos);

  auto empty = of_file(at_least(1));
  empty.presets = {"staging-support"};
  GateOutcome none{.gate = &empty};
  conclude(none, "support");
  CHECK(none.failures.front().why.find("mean 'support'?") != std::string::npos);
}

TEST_CASE("a gate that selects no preset fails unless it may be empty") {
  auto empty = of_file(at_least(1));
  GateOutcome out{.gate = &empty};
  conclude(out);
  CHECK_FALSE(is_met(out));
  empty.allow_empty = true;
  out.failures.clear();
  conclude(out);
  CHECK(is_met(out));
}

TEST_CASE("a waiver takes the failures of its presets and models out, through its last day") {
  const auto some = of_file(at_least(2));
  struct Row {
    std::string preset;
    std::string model;
    std::string_view day;
    std::size_t failures;
    Waiver::State state;
  };
  using enum Waiver::State;
  const std::vector<Row> rows{{"support-eu", "", "2026-12-31", 1, used},
                              {"support*", "acme/*", "2026-12-31", 2, used},
                              {"support*", "globex/*", "2026-12-31", 0, unused},
                              {"billing", "", "2026-12-31", 0, unused},
                              {"support*", "", "2027-01-01", 0, expired}};
  for (const auto& row : rows) {
    CAPTURE(row.preset);
    CAPTURE(row.day);
    std::vector outcomes{with_failures(some, {0, 1})};
    std::vector waivers{waiver(row.preset, row.model)};
    waive(outcomes, waivers, preset_slugs, row.day);
    CHECK(waivers[0].failures == row.failures);
    CHECK(waivers[0].state == row.state);
    CHECK(is_met(outcomes[0]) == (row.failures == 2));
  }
}

TEST_CASE("the row of a gate counts what was waived") {
  const auto some = of_file(at_least(2));
  std::vector outcomes{with_failures(some, {0, 1})};
  std::vector waivers{waiver("support-eu")};
  waive(outcomes, waivers, preset_slugs, "2026-11-25");
  auto rows = shown_results(outcomes);
  REQUIRE(rows.size() == 1);
  CHECK(sentence_on(rows[0]) == "a-gate FAILED, 1 of 2 waived: fails");
  waivers.push_back(waiver("support"));
  waive(outcomes, waivers, preset_slugs, "2026-11-25");
  rows = shown_results(outcomes);
  REQUIRE(rows.size() == 1);
  CHECK(sentence_on(rows[0]) == "a-gate ok, 2 of 2 waived: 2 presets");
}

TEST_CASE("flags that several presets or models meet have one row") {
  const output::GateResult met{.gate = "at-least", .asked = 2, .is_met = true, .why = "has 2"};
  std::vector<output::GateResult> results(3, met);
  const auto all = [&] { return shown_results(std::span<const output::GateResult>(results)); };
  REQUIRE(all().size() == 1);
  CHECK(all()[0].why == "3 models");
  results[1].preset = 1;
  CHECK(all()[0].why == "2 presets");
  results[2].is_met = false;
  REQUIRE(all().size() == 1);
  CHECK(sentence_on(all()[0]) == "--at-least 2 FAILED: has 2");
}

TEST_CASE("a waiver that ended or waives nothing is a warning at its place") {
  auto ended = waiver("support", {}, "2026-11-24");
  ended.place = {.file = "mrctl.toml", .line = 12, .column = 1};
  CHECK(warning_on(ended)->message.find("no effect") != std::string::npos);
  ended.state = Waiver::State::used;
  CHECK_FALSE(warning_on(ended));
  ended.state = Waiver::State::expired;
  const auto warning = warning_on(ended);
  CHECK(warning->message.find("gate 'a-gate', preset 'support', expired on 2026-11-24") !=
        std::string::npos);
  CHECK(warning->place->line == 12);
  CHECK(warning->severity == Severity::warning);
}

TEST_CASE("a body survives a provider if another one is eligible for the models of the gate") {
  const auto model = service::read_model_text(
      R"({"endpoints":[{"tag":"heron/eu"},{"tag":"Heron/us"},{"provider_name":"Tern"},{"tag":"gull/flex"}]})");
  const Assumptions assumptions;
  const auto found = [&](std::string_view text, std::vector<std::string> names = {}) {
    const auto value = parsed(text);
    const std::vector listings{Listing("a/b", model.endpoints), Listing("c/d", {})};
    const auto explanation = mrctl::routing::explain(value, listings, assumptions);
    auto gate = gate_of({.survives_a_provider = true});
    gate.models = std::move(names);
    const GatedBody body{.explanation = &explanation,
                         .value = &value,
                         .listings = listings,
                         .assumptions = &assumptions};
    const auto results = judge(gate, {&body, 1});
    return results.front().is_met ? std::string("met") : results.front().found.get<std::string>();
  };
  CHECK(found("{}") == "met");
  CHECK(found(R"({"provider":{"only":["heron"]}})") == "heron");
  CHECK(found(R"({"provider":{"only":["heron/us"]}})") == "heron");
  CHECK(found(R"({"provider":{"ignore":["heron"]}})") == "Tern");
  CHECK(found(R"({"provider":{"ignore":["heron"]},"service_tier":"flex"})") == "gull");
  CHECK(found(R"({"provider":{"only":["nobody"]}})") == "met"); // it reaches nothing before
  CHECK(found(R"({"provider":{"only":["heron"]}})", {"c/*"}) == "met");
  CHECK(found(R"({"provider":{"sort":"price","allow_fallbacks":false,"only":["heron","Tern"]}})") ==
        "met"); // the next one comes first then
}

TEST_CASE("failures for one reason are one row with the presets and models counted") {
  const auto failure = [](std::string slug, std::string model, std::string why) {
    return output::GateResult{
        .gate = "g", .why = std::move(why), .slug = std::move(slug), .model = std::move(model)};
  };
  const std::vector failures{failure("a", "m/n", "m/n has none"),
                             failure("b", "m/n", "m/n has none"),
                             failure("b", "o/p", "o/p has none"), failure("c", "m/n", "m/n has 1")};
  const auto rows = output::grouped(failures);
  REQUIRE(rows.size() == 2);
  CHECK(reason_of(rows[0]) == "m/n has none (2 presets: a, b; 2 models: m/n, o/p)");
  CHECK(reason_of(rows[1]) == "c: m/n has 1");
}
