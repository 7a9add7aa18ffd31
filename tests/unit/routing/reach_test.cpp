#include "mrctl/routing/reach.hpp"

#include "explained.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

using namespace mrctl;
using namespace mrctl::routing;

namespace {

constexpr auto three_endpoints = R"([
    {"tag":"cheap","context_length":9,"quantization":"fp8","pricing":{"prompt":"1","completion":"2"}},
    {"tag":"dear","context_length":9,"quantization":"fp8","pricing":{"prompt":"3","completion":"4"}},
    {"tag":"small","context_length":9,"quantization":"int4","pricing":{"prompt":"5","completion":"6"}}])";

// The reach of two bodies with these provider preferences over one listing, into which it points.
class TwoBodies {
public:
  TwoBodies(std::string_view before, std::string_view after, std::string_view model = "acme/large")
      : model_(service::read_model_text(R"({"endpoints":)" + std::string(three_endpoints) + "}")),
        listing_{Listing{std::string(model), model_.endpoints}},
        later_listing_{Listing{"acme/large", model_.endpoints}},
        before_body_(parsed(R"({"provider":)" + std::string(before) + "}")),
        after_body_(parsed(R"({"provider":)" + std::string(after) + "}")),
        before_(routing::explain(before_body_, listing_, assumptions_)),
        after_(routing::explain(after_body_, later_listing_, assumptions_)) {}

  [[nodiscard]] std::vector<ModelReach> reach() const {
    const PricedExplanation before{before_, before_};
    return reach_between(&before, {after_, after_});
  }
  [[nodiscard]] std::vector<ModelReach> reach_of_new_body() const {
    return reach_between(nullptr, {after_, after_});
  }

private:
  service::Model model_;
  std::vector<Listing> listing_;
  std::vector<Listing> later_listing_;
  Assumptions assumptions_{decimal("1"), decimal("1")};
  Json before_body_;
  Json after_body_;
  Explanation before_;
  Explanation after_;
};

std::string text(const ModelReach& reach) {
  const auto [label, lines] = lines_of(reach);
  return fmt::format("{}: {}", label, fmt::join(lines, " | "));
}

} // namespace

TEST_CASE("what a body gains is named, with the counts and costs of before") {
  const TwoBodies bodies(R"({"only":["cheap"]})", "{}");
  const auto reach = bodies.reach();
  REQUIRE(reach.size() == 1);
  CHECK(text(reach[0]) == "reach  acme/large: 1 → 3 of 3 endpoints, gains dear and small | "
                          "a request costs 3 to 11 USD (was 3)");
}

TEST_CASE("what a body loses is named with the reason, once for all that have the same") {
  const TwoBodies bodies("{}", R"({"ignore":["cheap","dear"]})");
  const auto reach = bodies.reach();
  CHECK(text(reach[0]).starts_with("reach  acme/large: 3 → 1 of 3 endpoints | loses cheap and "));
  CHECK(
      result_json(reach[0]) ==
      R"({"model":"acme/large","before":{"eligible":3,"unknown":0,"excluded":0,"least":"3",)"
      R"("most":"11"},"after":{"eligible":1,"unknown":0,"excluded":2,"least":"11","most":"11"},)"
      R"("gained":[],"lost":[{"tag":"cheap","codes":["ignore"]},{"tag":"dear","codes":["ignore"]}]})");
}

TEST_CASE("an endpoint that became unknown is lost, with the codes that are unknown") {
  const TwoBodies bodies("{}", R"({"zdr":true})");
  const auto reach = bodies.reach();
  CHECK(Json::parse(result_json(reach[0]))["lost"][0].dump() ==
        R"({"tag":"cheap","codes":["zdr"]})");
  CHECK(text(reach[0]).find(
            "3 → 0 of 3 endpoints; listings do not show whether 3 qualify; decide with --known "
            "zdr=FILE or --assume zdr (in CI: assume of mrctl.toml) | loses cheap, dear and "
            "small: ") != std::string::npos);
}

TEST_CASE("an unknown endpoint that is excluded now is lost too, and one that is eligible gained") {
  const TwoBodies bodies(R"({"zdr":true})", R"({"only":["cheap"]})");
  const auto reach = bodies.reach();
  CHECK(std::ranges::count(reach[0].moves, ReachMove::lost, &MovedEndpoint::move) == 2);
  CHECK(std::ranges::count(reach[0].moves, ReachMove::gained, &MovedEndpoint::move) == 1);
}

TEST_CASE("a new body has nothing before, and gains nothing") {
  const TwoBodies bodies("{}", "{}");
  const auto reach = bodies.reach_of_new_body();
  CHECK(text(reach[0]) == "reach  acme/large: 3 of 3 endpoints | a request costs 3 to 11 USD");
  CHECK(Json::parse(result_json(reach[0]))["before"].is_null());
  CHECK(reach[0].moves.empty());
}

TEST_CASE("a model that a body does not name any more has nothing after") {
  const TwoBodies bodies("{}", "{}", "acme/old");
  const auto reach = bodies.reach();
  REQUIRE(reach.size() == 2);
  CHECK(reach[0].model == "acme/large");
  CHECK_FALSE(reach[0].before);
  CHECK(text(reach[1]) ==
        "reach  acme/old: no longer listed in the preset (3 of 3 endpoints before)");
  CHECK(Json::parse(result_json(reach[1]))["after"].is_null());
  CHECK(Json::parse(result_json(reach[1]))["lost"][0].dump() == R"({"tag":"cheap","codes":[]})");
}
