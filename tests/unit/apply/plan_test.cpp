#include "mrctl/apply/canonical.hpp"
#include "mrctl/apply/plan.hpp"

#include <doctest/doctest.h>

#include <string>

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

TEST_CASE("a fingerprint tells one body from another") {
  CHECK(fingerprint_of("{}") == fingerprint_of("{}"));
  CHECK(fingerprint_of(R"({"a":1})") != fingerprint_of(R"({"a":2})"));
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
    Planned preset;
    preset.action = action;
    plan.presets.push_back(preset);
  }
  CHECK(summary_of(plan) == "Plan for http://h/api/v1: 1 to create, 1 to update, 1 to retry, "
                            "2 unchanged, 1 without a file");
}
