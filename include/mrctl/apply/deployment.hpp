#pragma once

#include "mrctl/apply/live_answers.hpp"
#include "mrctl/apply/outcome.hpp"
#include "mrctl/apply/plans.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/body/preset_files.hpp"
#include "mrctl/service/operations.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::apply {

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

} // namespace mrctl::apply
