#include "explained.hpp"

#include <algorithm>
#include <random>

using namespace mrctl::routing;

namespace {

// Bodies and endpoints from few words, so that they often speak of each other. No expression asks
// for two of them: compilers differ in which one they would draw first.
class Generator {
public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::string body();
  std::string endpoints();
  Assumptions assumptions();

private:
  std::size_t below(std::size_t limit) { return random_() % limit; }
  bool chance(std::size_t one_in) { return below(one_in) == 0; }
  std::string one_of(const std::vector<std::string>& words) { return words[below(words.size())]; }
  std::string list_of(const std::vector<std::string>& words);
  std::string provider();
  std::string endpoint();

  std::mt19937 random_;
};

const std::vector<std::string> tags{R"("acme")",       R"("acme/fp8")",        R"("acme/us/flex")",
                                    R"("globex")",     R"("Globex/FAST")",     R"("quarry/eu")",
                                    R"("acme/scale")", R"("globex/priority")", "null"};
const std::vector<std::string> names{R"("Acme")", R"("Globex Cloud")", R"("quarry")", "null"};
const std::vector<std::string> entries{R"("acme")",         R"("ACME/fp8")",    R"("globex")",
                                       R"("Globex Cloud")", R"("quarry")",      R"("nobody")",
                                       R"("acme/us/flex")", R"("globex/fast")", R"("quarry/eu")"};
const std::vector<std::string> levels{R"("fp4")", R"("mxfp4")", R"("fp8")", R"("mxfp8")",
                                      R"("INT8")"};
const std::vector<std::string> prices{R"("0.0000001")", R"("0.00000025")", "3e-7", R"("0")",
                                      R"("-1")",        R"("n/a")",        "null"};
const std::vector<std::string> limits{R"("0.1")", "0.25", R"("0.3")", R"("2,5")", "null"};
const std::vector<std::string> token_counts{"10", "100", "1000", "null"};

std::string Generator::list_of(const std::vector<std::string>& words) {
  std::string out;
  for (std::size_t i = 0; i <= below(3); ++i)
    out += (out.empty() ? "" : ",") + one_of(words);
  return "[" + out + "]";
}

std::string Generator::provider() {
  std::string out = R"("zdr":)" + std::string(chance(9) ? "true" : "false");
  for (const auto* name : {"only", "ignore", "order"})
    if (chance(3)) out += ",\"" + std::string(name) + "\":" + list_of(entries);
  if (chance(4)) out += R"(,"quantizations":)" + list_of(levels);
  if (chance(4)) out += R"(,"require_parameters":true)";
  if (chance(4)) out += R"(,"allow_fallbacks":false)";
  if (chance(9)) out += R"(,"data_collection":"deny")";
  if (chance(3)) {
    out += R"(,"max_price":{"prompt":)" + one_of(limits);
    out += R"(,"image":)" + one_of(limits) + "}";
  }
  if (chance(3))
    out += R"(,"sort":)" + one_of({R"("price")", R"({"by":"latency"})", R"("throughput")",
                                   R"("exacto")", R"({"partition":"none"})"});
  return "{" + out + "}";
}

std::string Generator::body() {
  std::string out = R"({"model":"acme/large","provider":)" + provider();
  if (chance(4)) out += R"(,"service_tier":)" + one_of({R"("flex")", R"("priority")", "null"});
  if (chance(3)) out += R"(,"max_completion_tokens":)" + one_of(token_counts);
  if (chance(3)) out += R"(,"max_tokens":)" + one_of(token_counts);
  if (chance(3)) out += R"(,"seed":1)";
  if (chance(3)) out += R"(,"tools":[{"type":"function"}])";
  return out + "}";
}

std::string Generator::endpoint() {
  std::string out = R"({"tag":)" + one_of(tags);
  out += R"(,"provider_name":)" + one_of(names);
  out += R"(,"quantization":)" + one_of({R"("mxfp8")", R"("fp8")", R"("nvfp4")", "null"});
  out += R"(,"pricing":{"prompt":)" + one_of(prices);
  out += R"(,"completion":)" + one_of(prices);
  out += R"(,"image":)" + one_of(prices);
  out += R"(},"max_completion_tokens":)" + one_of(token_counts);
  out += R"(,"context_length":)" + one_of(token_counts);
  out += R"(,"latency_last_30m":{"p50":)" + one_of({"1", "2", "null"});
  out += R"(},"supported_parameters":)" +
         one_of({R"(["seed","max_tokens"])", R"(["tools","seed","max_tokens"])", "[]", "null"});
  return out + "}";
}

std::string Generator::endpoints() {
  std::string out;
  const auto count = below(8);
  for (std::size_t i = 0; i < count; ++i)
    out += (out.empty() ? "" : ",") + endpoint();
  return "[" + out + "]";
}

Assumptions Generator::assumptions() {
  Assumptions assumptions;
  if (chance(2)) assumptions.prompt_tokens = decimal("95");
  if (chance(2)) assumptions.completion_tokens = decimal("7");
  return assumptions;
}

bool has(const ExplainedEndpoint& judged, Verdict verdict) {
  return std::any_of(judged.checks.begin(), judged.checks.end(),
                     [&](const Check& check) { return check.verdict == verdict; });
}

// Of the verdict by the checks alone.
Reach expected_reach(const ExplainedEndpoint& judged) {
  if (has(judged, Verdict::fail)) return Reach::excluded;
  return has(judged, Verdict::unknown) ? Reach::unknown : Reach::eligible;
}

void check_group(const ModelGroup& group) {
  std::size_t sum = 0;
  for (const auto reach : all_reaches)
    sum += count_of(group, reach);
  CHECK(sum == group.endpoints.size());
  std::size_t rank = 0;
  for (const auto& judged : group.endpoints) {
    CHECK(judged.reach == expected_reach(judged));
    CHECK(judged.reason.empty() == (judged.reach == Reach::excluded));
    if (judged.rank) CHECK(*judged.rank == ++rank); // ranked ones stand first, without gaps
    if (judged.rank) CHECK(judged.reach != Reach::excluded);
  }
}

std::string_view failed_code(const Explanation& explanation, const ExplainedEndpoint& judged) {
  for (const auto& check : judged.checks)
    if (check.verdict == Verdict::fail) return explanation.requirements[check.requirement].code;
  return {};
}

// The check that failed passes, or is not asked for any more.
void check_fix(const mrctl::Json& body, const Listing& listing, const Assumptions& assumptions,
               const Explanation& before, const ExplainedEndpoint& judged) {
  const auto code = failed_code(before, judged);
  CAPTURE(std::string(code));
  const auto mended = edited(body, *judged.fix);
  const auto after = mrctl::routing::explain(mended, std::vector{listing}, assumptions);
  for (const auto& again : after.groups.front().endpoints) {
    if (again.endpoint != judged.endpoint) continue;
    for (const auto& check : again.checks)
      if (after.requirements[check.requirement].code == code) CHECK(check.verdict == Verdict::pass);
  }
}

bool is_excluded_in(const ModelGroup& group, const mrctl::service::Endpoint* endpoint) {
  const auto judged = std::ranges::find(group.endpoints, endpoint, &ExplainedEndpoint::endpoint);
  return judged->reach == Reach::excluded;
}

// What the groups before and after an edit say of it.
GroupGain gain_between(const ModelGroup& before, const ModelGroup& after) {
  GroupGain gain{.eligible = count_of(after, Reach::eligible)};
  for (const auto& judged : after.endpoints)
    if (judged.reach != Reach::excluded && is_excluded_in(before, judged.endpoint))
      (judged.reach == Reach::eligible ? gain.added : gain.unknown)
          .push_back(name_of(*judged.endpoint));
  return gain;
}

// Visits 4,000 generated bodies, each with a generated listing.
template <class Visit>
void for_each_generated(unsigned seed, Visit visit) {
  Generator generator(seed);
  for (int round = 0; round < 4000; ++round) {
    const auto body_text = generator.body();
    const auto text = R"({"endpoints":)" + generator.endpoints() + "}";
    CAPTURE(body_text);
    CAPTURE(text);
    const auto assumptions = generator.assumptions();
    const auto body = parsed(body_text);
    const auto model = mrctl::service::read_model_text(text);
    visit(body, std::vector{Listing{"acme/large", model.endpoints}}, assumptions);
  }
}

} // namespace

TEST_CASE("for generated bodies and endpoints sums add up, ranks have no gaps, and fixes fix") {
  std::size_t fixes = 0;
  for_each_generated(
      20'240'229, [&](const auto& body, const auto& listings, const auto& assumptions) {
        const auto explanation = mrctl::routing::explain(body, listings, assumptions);
        check_group(explanation.groups.front());
        for (const auto& judged : explanation.groups.front().endpoints) {
          if (!judged.fix) continue;
          ++fixes;
          check_fix(body, listings.front(), assumptions, explanation, judged);
        }
      });
  CHECK(fixes == 3760);
}

TEST_CASE("for generated bodies, gains are what explaining each edited body says") {
  std::size_t gaining = 0;
  for_each_generated(
      19'690'720, [&](const auto& body, const auto& listings, const auto& assumptions) {
        const auto explanation = mrctl::routing::explain(body, listings, assumptions);
        const auto& before = explanation.groups.front();
        const auto found = gains(body, listings, assumptions, explanation, 64);
        for (const auto& judged : before.endpoints) {
          if (!judged.fix) continue;
          const auto body_after = edited(body, *judged.fix);
          const auto after = mrctl::routing::explain(body_after, listings, assumptions);
          const auto expected = gain_between(before, after.groups.front());
          const auto gain = std::ranges::find(found, *judged.fix, &Gain::edit);
          const bool gains_some = expected.eligible >= count_of(before, Reach::eligible) &&
                                  !(expected.added.empty() && expected.unknown.empty());
          REQUIRE((gain != found.end()) == gains_some);
          if (!gains_some) continue;
          ++gaining;
          CHECK(gain->groups.front().added == expected.added);
          CHECK(gain->groups.front().unknown == expected.unknown);
          CHECK(gain->groups.front().eligible == expected.eligible);
        }
      });
  CHECK(gaining > 3000);
}

TEST_CASE("gains name the edit that frees most endpoints first, and what it frees") {
  const auto body = parsed(R"({"provider":{"max_price":{"prompt":"1"},"ignore":["a"]}})");
  const std::string text = R"({"endpoints":[
      {"tag":"a","pricing":{"prompt":"0"}},
      {"tag":"b","pricing":{"prompt":"0.000002"}},
      {"tag":"c","pricing":{"prompt":"0.000003"}}]})";
  const auto model = mrctl::service::read_model_text(text);
  const std::vector listings{Listing{"acme/large", model.endpoints}};
  const auto explanation = mrctl::routing::explain(body, listings, {});
  const auto found = gains(body, listings, {}, explanation, 2);
  REQUIRE(found.size() == 2);
  CHECK(found[0].edit.path == "/provider/max_price/prompt");
  CHECK(value_after(found[0].edit) == mrctl::Json("3"));
  CHECK(found[0].groups[0].added == std::vector<std::string>{"b", "c"});
  CHECK(found[0].groups[0].unknown.empty());
  CHECK(found[0].groups[0].eligible == 2);
  CHECK(found[1].groups[0].eligible == 1);
}

TEST_CASE("gains tell what becomes eligible from what becomes unknown, and leave out what loses") {
  const auto body = parsed(R"({"provider":{"quantizations":["fp8"],"ignore":["a"]}})");
  const std::string text = R"({"endpoints":[
      {"tag":"a"},
      {"tag":"b","quantization":"fp8"},
      {"tag":"c/flex","quantization":"fp8"}]})";
  const auto model = mrctl::service::read_model_text(text);
  const std::vector listings{Listing{"acme/large", model.endpoints}};
  const auto found = gains(body, listings, {}, mrctl::routing::explain(body, listings, {}), 9);
  // service_tier flex would make c/flex eligible and leave b open: one for one.
  REQUIRE(found.size() == 2);
  CHECK(found[0].edit.path == "/provider/ignore");
  CHECK(value_after(found[0].edit) == parsed("[]"));
  CHECK(found[0].groups[0].added.empty());
  CHECK(found[0].groups[0].unknown == std::vector<std::string>{"a"});
  CHECK(found[1].groups[0].added == std::vector<std::string>{"c/flex"});
  // service_tier priority would leave the endpoint to another check.
  const auto only_first = parsed(R"({"provider":{"sort":"price","allow_fallbacks":false}})");
  const auto tiers = parsed(R"({"endpoints":[
      {"tag":"a","pricing":{"prompt":"1","completion":"1"}},{"tag":"b/fast"}]})");
  const auto sorted = mrctl::service::read_model_text(tiers.dump());
  const std::vector two_tiers{Listing{"acme/large", sorted.endpoints}};
  CHECK(gains(only_first, two_tiers, {}, mrctl::routing::explain(only_first, two_tiers, {}), 9)
            .empty());
  const auto two = parsed(R"({"endpoints":[{"tag":"b"},{"tag":"c"},{"tag":"c/flex"}]})");
  const auto plain = mrctl::service::read_model_text(two.dump());
  const std::vector others{Listing{"acme/large", plain.endpoints}};
  const auto empty = parsed("{}");
  CHECK(gains(empty, others, {}, mrctl::routing::explain(empty, others, {}), 9).empty());
}
