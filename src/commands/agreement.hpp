#pragma once

#include "mrctl/apply/plans.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/commands/context.hpp"

#include <functional>
#include <optional>
#include <string>

namespace mrctl::commands {

struct CommitMessage {
  std::string commit; // its hash
  std::string text;
};

// Reads the message of a commit of the current folder's repository. Fails with a usage error if
// there is no repository, or no such commit.
[[nodiscard]] Result<CommitMessage> read_commit_message(const std::string& revision,
                                                        const Context::Service& service);

// How somebody agreed to a plan, and to which sources.
struct AgreementOn {
  const std::string& source; // the commit of the sources, as the log of a branch names it
  const std::optional<CommitMessage>& message; // that of --plan-from
  bool plan_is_shown = false;
  std::function<Status()> look_again{}; // at what is live, once somebody was asked
};

// Fails with a conflict if a plan was agreed, by --plan or --plan-from, and this is another; else
// sets `plans.agreed`. Notes what is left of it. Returns whether a plan was agreed.
[[nodiscard]] Result<bool> keep_to_plan(const spec::FlagValues& flags,
                                        const Context::Service& service, apply::Plans& plans,
                                        const AgreementOn& on);

// Makes sure that somebody agreed to the plan: by its fingerprint, by --yes, or when asked. Presets
// that were changed elsewhere need --overwrite, or the question. Fails as keep_to_plan() does, and
// if the sources do not contain those that were applied last.
[[nodiscard]] Status agree(const spec::FlagValues& flags, const Context::Service& service,
                           const body::Input& input, apply::Plans& plans, const AgreementOn& on);

} // namespace mrctl::commands
