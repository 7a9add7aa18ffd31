#include "mrctl/apply/plan_report.hpp"

#include "unit/output/drawn.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using namespace mrctl;
using namespace mrctl::apply;

namespace {

output::Change changed_at(std::string path, Json from, Json to,
                          std::optional<output::ChangeOrigin> origin = {}) {
  output::Change out{std::move(path), std::move(from), std::move(to)};
  out.origin = std::move(origin);
  return out;
}

const output::ChangeOrigin line_of_base{"env/production.yaml", 4, {}};

// Each updated preset has the change of the base; c has one of its own, and d another value before.
apply::Plan plan_on_a_base() {
  apply::Plan out{.service = "http://h", .presets = {}, .target = "h", .may_share_changes = true};
  const auto add = [&](std::string_view slug, apply::Action action) {
    auto& preset = out.presets.emplace_back();
    preset.slug = slug;
    preset.file = "p.yaml";
    preset.action = action;
  };
  for (const std::string_view slug : {"a", "b", "c", "d"})
    add(slug, apply::Action::update);
  add("e", apply::Action::unchanged);
  out.changes_of = [](const apply::PlannedPreset& preset) {
    std::vector<output::Change> changes;
    if (preset.action == apply::Action::unchanged) return changes;
    if (preset.slug == "c") changes.push_back(changed_at("/temperature", 0.2, 0.3));
    changes.push_back(changed_at("/provider/max_price/completion", preset.slug == "d" ? "12" : "15",
                                 "9", line_of_base));
    if (preset.slug != "a")
      changes.push_back(
          changed_at("/messages/0/content", "Be brief.\nBye.", "Be kind.\nBye.", line_of_base));
    return changes;
  };
  return out;
}

std::string page_in(const apply::Plan& plan, output::Format format) {
  return written(present_plan(plan, Unchanged::shown), {.format = format});
}

} // namespace

TEST_CASE("a change is shared if its path, values and origin are those of another preset's") {
  const auto plan = plan_on_a_base();
  const SharedChanges shared(plan);
  REQUIRE(shared.all().size() == 2);
  CHECK(shared.all()[0].change.path == "/provider/max_price/completion");
  CHECK(shared.all()[0].presets == 3);
  CHECK(shared.all()[1].presets == 3);
  CHECK(shared.without_shared(plan.changes_of(plan.presets[0])).empty());
  CHECK(shared.without_shared(plan.changes_of(plan.presets[2])).size() == 1);
  CHECK(shared.without_shared(plan.changes_of(plan.presets[3])).size() == 1);
}

TEST_CASE("changes of the presets' own files are not shared, even if they are the same") {
  auto plan = plan_on_a_base();
  plan.changes_of = [](const apply::PlannedPreset&) {
    return std::vector{changed_at("/temperature", 0.2, 0.3)};
  };
  CHECK(SharedChanges(plan).all().empty());
}

TEST_CASE("without a base or a flag, no changes are looked for") {
  auto plan = plan_on_a_base();
  plan.may_share_changes = false;
  CHECK(SharedChanges(plan).all().empty());
}

TEST_CASE("people read a shared change once, with its place, and programs in each preset") {
  const auto plan = plan_on_a_base();
  const auto text = page_in(plan, output::Format::text);
  CHECK(text.starts_with(drawing(R"(
3 presets: provider.max_price.completion "15" → "9" (env/production.yaml:4)
3 presets (env/production.yaml:4):
    system prompt   - Be brief.
                    + Be kind.
                      Bye.
~ a   update
    1 shared change listed above
~ b   update
    2 shared changes listed above
~ c   update
    2 shared changes listed above
    temperature   0.2 → 0.3
~ d   update
    1 shared change listed above
)")));
  const auto json = page_in(plan, output::Format::json);
  CHECK(json.find(R"("path":"/temperature","from":0.2,"to":0.3,"origin":null)") != json.npos);
  CHECK(json.find(R"("origin":{"file":"env/production.yaml","line":4})") != json.npos);
  for (const auto format : {output::Format::html, output::Format::markdown}) {
    const auto page = page_in(plan, format);
    CHECK(page.find("env/production.yaml:4") != page.npos);
    CHECK(page.find("Be brief.") == page.rfind("Be brief."));
  }
}
