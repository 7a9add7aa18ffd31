#pragma once

#include "mrctl/apply/live_answers.hpp"
#include "mrctl/apply/plan.hpp"
#include "mrctl/apply/plan_report.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/output/presentation.hpp"
#include "mrctl/service/operations.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
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

// The functions that a deployment calls while it sends.
struct DeploymentEvents {
  // The outcome of a preset, by its position in the plan.
  std::function<void(std::size_t index, const Outcome& outcome)> report;
  std::function<void(Problem warning)> warn;
  HideSecrets hide_secrets;
  // Returns whether even the records are given up.
  std::function<bool()> gives_up{};
};

struct Deployed {
  AppliedPlan applied;
  std::vector<Error> failures; // of presets, by position; then of records and of the run
};

// Sends the presets of a plan that have to be sent, and keeps their records true at every moment:
// the pending record is written before its request is created, and the answer replaces it before
// the outcome is reported. On a branch, all pending records are pushed before the first request,
// and no request starts once another run has taken the records over. Sends nothing if the service
// has no transport. The flags --strict and --fail-fast of the reader's command line hold. Fails
// with nothing sent as LockedRecords::begin() does.
[[nodiscard]] Result<Deployed> deploy(const Plans& plans, const body::PresetReader& reader,
                                      const Locks& locks, KnownWorkspace workspace,
                                      const service::Service& service,
                                      const DeploymentEvents& events);

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
