#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/plan.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

using namespace mrctl;
using namespace mrctl::apply;

namespace {

apply::Record recorded(const std::string& body) {
  apply::Record record;
  record.service = "http://h/api/v1";
  record.slug = "s";
  record.last = apply::Applied{.workspace_id = {},
                               .preset_id = {},
                               .version = 4,
                               .version_id = {},
                               .applied = apply::hash_of(body),
                               .stored = apply::hash_of("{}"),
                               .body = body};
  return record;
}

} // namespace

TEST_CASE("a hash keeps its text in 32 bytes") {
  const auto text = apply::hash_of("{}");
  CHECK(Hash(text).text() == text);
  CHECK(Hash(text) != Hash(apply::hash_of("[]")));
  static_assert(sizeof(Hash) == 32);
}

TEST_CASE("the record decides what becomes of a preset") {
  const auto hash = apply::hash_of("{}");
  const auto fresh = decide(std::nullopt, hash);
  CHECK(fresh.action == Action::create);
  CHECK_FALSE(fresh.version.has_value());
  CHECK_FALSE(fresh.applied.has_value());

  const auto same = decide(recorded("{}"), hash);
  CHECK(same.action == Action::unchanged);
  CHECK(same.version == 4);
  CHECK(same.applied == Hash(hash));

  CHECK(decide(recorded("[]"), hash).action == Action::update);
}

TEST_CASE("a lost answer makes a retry, whatever the body") {
  const auto hash = apply::hash_of("{}");
  auto record = recorded("{}");
  record.pending = apply::Pending{{hash}, 4};
  CHECK(decide(record, hash).action == Action::retry);
  CHECK(decide(record, hash).version == 4);
  record.last.reset();
  record.pending->version = std::nullopt;
  CHECK(decide(record, hash).action == Action::retry);
  CHECK_FALSE(decide(record, hash).applied.has_value());
}

TEST_CASE("the summary counts what there is") {
  Plan plan{"http://h/api/v1", {}};
  for (const auto action : {Action::create, Action::unchanged, Action::unchanged, Action::orphan,
                            Action::retry, Action::update}) {
    PlannedPreset preset;
    preset.action = action;
    plan.presets.push_back(preset);
  }
  CHECK(summary_of(plan) == "Plan ef4aba2600f076f3225dd3c27d4cac1b3e99420f for http://h/api/v1: 1 "
                            "to create, 1 to update, 1 to retry, "
                            "2 unchanged, 1 orphan");
}

namespace {

PlannedPreset planned(std::string_view slug, Action action, std::string_view body,
                      std::optional<std::string_view> applied = {}) {
  PlannedPreset preset;
  preset.slug = slug;
  preset.action = action;
  preset.hash = Hash(hash_of(body));
  if (applied) preset.applied = Hash(hash_of(*applied));
  return preset;
}

} // namespace

TEST_CASE("a fingerprint is made of what would be sent, in the order of the slugs") {
  Plan plan{"http://h/api/v1", {}};
  plan.target = "t";
  plan.presets = {
      planned("b", Action::create, "{}"),       planned("z", Action::unchanged, "1", "1"),
      planned("a", Action::update, "{}", "[]"), planned("d", Action::retry, "1", "{}"),
      planned("c", Action::retry, "1"),         planned("o", Action::orphan, "1", "1")};
  CHECK(fingerprint_of(plan) == "c60f6f382d9661cfac268045760fa5c8b3f691a4"); // sha256sum says so
  std::swap(plan.presets[0], plan.presets[3]);
  CHECK(fingerprint_of(plan) == "c60f6f382d9661cfac268045760fa5c8b3f691a4");
  plan.target = "u";
  CHECK(fingerprint_of(plan) != "c60f6f382d9661cfac268045760fa5c8b3f691a4");
  plan.presets = {planned("z", Action::unchanged, "1", "1")};
  CHECK_FALSE(fingerprint_of(plan).has_value());
}

TEST_CASE("an orphan and a new preset with one body are a rename, each once") {
  Plan plan{"http://h/api/v1", {}};
  plan.presets = {planned("new", Action::create, "{}"), planned("copy", Action::create, "{}"),
                  planned("other", Action::create, "1"),
                  planned("old", Action::orphan, "{}", "{}")};
  find_renames(plan);
  CHECK(plan.presets[0].renamed_from == "old");
  CHECK(plan.presets[1].renamed_from.empty());
  CHECK(plan.presets[2].renamed_from.empty());
}
