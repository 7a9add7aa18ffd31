#include "mrctl/routing/comparison.hpp"
#include "mrctl/service/endpoint.hpp"

#include "unit/output/drawn.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace mrctl;
using namespace mrctl::routing;

namespace {

std::vector<service::Model> models_in(const std::string& text) {
  return {service::read_model_text(text)};
}

const std::string before_text = R"({"id":"acme/large","endpoints":[
  {"tag":"acme","context_length":262144,"pricing":{"prompt":"0.0000025","completion":"0.000009"},
   "supported_parameters":["tools","seed","stop"]},
  {"tag":"tidewater/fp4"}, {}]})";
const std::string after_text = R"({"id":"acme/large","endpoints":[
  {"tag":"acme","context_length":null,"pricing":{"prompt":"0.000003","completion":"-1"},
   "supported_parameters":["stop"]},
  {"tag":"quarry/int4"}, {"status":-3}]})";

struct Example {
  std::vector<service::Model> before = models_in(before_text);
  std::vector<service::Model> after = models_in(after_text);
  routing::EndpointComparison comparison =
      routing::compare_listings(before, after, service::ValueSource::listing);
};

std::vector<PresetReach> reach_of(std::string slug, std::uint32_t before, std::uint32_t after) {
  std::vector<PresetReach> reach(1);
  reach[0].file = slug + ".yaml";
  reach[0].slug = std::move(slug);
  reach[0].before = {before};
  reach[0].after = {after};
  return reach;
}

std::vector<PresetReach> with_loss(const Example& example) {
  auto reach = reach_of("support", 2, 1);
  reach[0].moves.push_back({.move = routing::ReachMove::lost,
                            .endpoint = example.comparison.endpoints[0].before,
                            .name = "acme",
                            .reasons = "price-up: too dear"});
  return reach;
}

std::string shown(const routing::EndpointComparison& comparison, const output::Target& target,
                  std::optional<std::vector<PresetReach>> reach = {}) {
  auto compared = compared_in(comparison, {"before.json", "after.json"});
  if (reach) compared.presets = ComparedPresets{*std::move(reach)};
  const std::optional<ChangeGate> no_gate;
  return written(present_comparison(compared, no_gate), target);
}

output::Target in_format(output::Format format) {
  return {.format = format};
}

} // namespace

TEST_CASE("people see what changed of which endpoint, what is worse, and the sums") {
  const Example example;
  CHECK(shown(example.comparison, {.terminal = terminal_of(80)}, with_loss(example)) == drawing(R"(
acme/large
  ~ acme
!     price-up              prompt 2.5 → 3 per million tokens (+20%)
!     price-unknown         completion 9 → varies per million tokens
!     context-down          262144 → –
!     parameter-removed     tools, seed
! - tidewater/fp4
  ~ (no tag)
!     status-worse          – → degraded (-3)
  + quarry/int4

  PRESET   BEFORE  NOW  LOST
  support       2    1  acme: price-up: too dear

compared: before.json (3 endpoints of 1 model) with after.json (3 endpoints)
8 changes, 7 worse (!): 1 added, 1 removed, 1 price-up, 1 price-unknown,
  1 context-down, 2 parameter-removed, 1 status-worse
)"));
}

TEST_CASE("what does not fit a line goes on below its value, and ASCII will do") {
  output::Terminal terminal = terminal_of(43);
  terminal.charset = output::Charset::ascii;
  const auto text = shown(Example().comparison, {.terminal = terminal});
  CHECK(text.find("!     price-up              prompt 2.5 -> 3\n"
                  "                            per million\n"
                  "                            tokens (+20%)\n") != std::string::npos);
  CHECK(text.find("→") == std::string::npos);
}

TEST_CASE("what was compared is said even if nothing changed, with presets too") {
  const auto before = models_in(before_text);
  const auto comparison = routing::compare_listings(before, before, service::ValueSource::listing);
  const auto same = reach_of("s", 2, 2);
  CHECK(shown(comparison, {}, same) ==
        "1 preset reaches the same endpoints as before\n\n"
        "compared: before.json (3 endpoints of 1 model) with after.json (3 endpoints)\n"
        "nothing changed\n");
  CHECK(
      shown(comparison, in_format(output::Format::json), same) ==
      R"({"changes":[],"models":1,"endpoints_before":3,"endpoints_after":3,)"
      R"("presets":[{"slug":"s","file":"s.yaml","before":2,"after":2,"gained":[],"lost":[]}],"assumed":[],)"
      R"("compared":{"before":"before.json","after":"after.json","service":null},"gates":[]})"
      "\n");
}

TEST_CASE("programs get values as they came, and null where there are none") {
  const Example example;
  const auto lines = shown(example.comparison, in_format(output::Format::jsonl));
  CHECK(lines.starts_with(
      R"({"kind":"price-up","model":"acme/large","tag":"acme","path":"/pricing/prompt",)"
      R"("from":"0.0000025","to":"0.000003","percent":"20"})"
      "\n"));
  CHECK(lines.find(R"({"kind":"removed","model":"acme/large","tag":"tidewater/fp4","path":null,)"
                   R"("from":null,"to":null,"percent":null})") != std::string::npos);
  CHECK(lines.find(R"("tag":null,"provider":null,"path":"/status","from":null,"to":-3)") !=
        std::string::npos);
  const auto json = shown(example.comparison, in_format(output::Format::json));
  CHECK(json.starts_with(R"({"changes":[{"kind":"price-up",)"));
  CHECK(json.ends_with(R"(],"models":1,"endpoints_before":3,"endpoints_after":3,)"
                       R"("compared":{"before":"before.json","after":"after.json",)"
                       R"("service":null},"gates":[]})"
                       "\n"));
}

TEST_CASE("rows have plain texts, and names stand once") {
  const Example example;
  CHECK(shown(example.comparison, in_format(output::Format::csv))
            .starts_with("kind,model,tag,path,from,to,percent\n"
                         "price-up,acme/large,acme,/pricing/prompt,0.0000025,0.000003,20\n"));
  CHECK(shown(example.comparison, in_format(output::Format::name)) ==
        "acme\ntidewater/fp4\nquarry/int4\n");
}

TEST_CASE("texts of the service are made safe") {
  const auto before = models_in(R"({"id":"a/\u001b[2J","endpoints":[{"tag":"::error::x"}]})");
  const auto comparison = routing::compare_listings(before, {}, service::ValueSource::listing);
  const auto text = shown(comparison, {});
  CHECK(text.find('\x1b') == std::string::npos);
  CHECK(text.find("::error::") == std::string::npos);
}
