#pragma once

#include "mrctl/apply/plans.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/commands/context.hpp"

#include "commit_message.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mrctl::commands {

// What somebody agreed with.
struct AgreementOn {
  const std::string& source; // the commit of the sources, as the log of a branch names it
  const std::optional<CommitMessage>& message; // that of --plan-from
  bool plan_is_shown = false;
  std::function<Status()> look_again; // at what is live, once somebody was asked
};

// Makes sure that somebody agreed to the plan: by its fingerprint, by --yes, or when asked. Presets
// that were changed elsewhere need --overwrite, or the question. By a fingerprint, it sets
// `plans.agreed`. Fails if the sources do not contain those that were applied last. Returns notes.
[[nodiscard]] Result<std::vector<std::string>> agree(const spec::FlagValues& flags,
                                                     const Context::Service& service,
                                                     const body::Input& input, apply::Plans& plans,
                                                     const AgreementOn& on);

} // namespace mrctl::commands
