#pragma once

#include "mrctl/apply/plan.hpp"
#include "mrctl/apply/plan_report.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/output/presentation.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::apply {

struct Outcome {
  Action done = Action::not_sent;
  bool may_be_stored = false; // for failures
  bool is_stored = false;     // an answer said so, although it is a failure
  std::optional<std::int64_t> version{};
  std::string version_id{}; // empty if it is not known
  std::vector<std::string> notes{};
  std::unique_ptr<const Error> error{}; // of what failed
};

// A plan and its outcome: one for each preset with a file, at its position.
struct AppliedPlan {
  const Plan& plan;
  std::vector<Outcome> outcomes;
  std::vector<output::GateResult> gates{};
};

// Returns a plan of which nothing was sent.
[[nodiscard]] AppliedPlan not_applied(const Plan& plan);

[[nodiscard]] std::size_t count_of(const AppliedPlan& applied, Action done);

// Returns "Applied to https://…/api/v1: 1 created, 2 unchanged".
[[nodiscard]] std::string summary_of(const AppliedPlan& applied);

// Returns "1 created, 2 updated" of what was sent; "nothing sent".
[[nodiscard]] std::string words_on_sent(const AppliedPlan& applied);

// Returns what is live, failed, unknown and not sent, each with its slugs: "live now: a, b and 3
// more"; nothing for what does not occur.
[[nodiscard]] std::vector<std::string> groups_of(const AppliedPlan& applied,
                                                 std::size_t most_slugs);

// Returns a note on the presets whose files are gone, if there are any.
[[nodiscard]] std::optional<std::string> note_on_orphans(const Plan& plan);

[[nodiscard]] std::string outcome_json(const Plan& plan, const PlannedPreset& preset,
                                       const Outcome& outcome);

// Returns the outcome of an apply, which must outlive it.
[[nodiscard]] output::Presentation present_outcome(const AppliedPlan& applied, Unchanged unchanged);
[[nodiscard]] Json outcome_schema();

} // namespace mrctl::apply
