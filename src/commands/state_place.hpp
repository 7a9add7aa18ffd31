#pragma once

#include "mrctl/apply/plans.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/apply/state_branch.hpp"
#include "mrctl/commands/context.hpp"

#include <memory>
#include <string>

namespace mrctl::commands {

// Returns where the records of the settings' service and target are. A branch is fetched. Fails
// with a usage error if there is no base URL, and as apply::StateBranch::open() does.
[[nodiscard]] Result<apply::RecordsPlace> place_of_records(const Context::Service& service,
                                                           apply::BranchUse use);

// Returns the place without a base URL if the target is named; the place of every target if that is
// asked for.
enum class TargetsOf { settings, all };
[[nodiscard]] Result<apply::RecordsPlace> named_place(const Context::Service& service,
                                                      apply::BranchUse use,
                                                      TargetsOf targets = TargetsOf::settings);

// Opens the branch of records that the settings name.
[[nodiscard]] Result<std::shared_ptr<const apply::StateBranch>>
open_branch(const Context::Service& service, const std::string& target, apply::BranchUse use);

// Notes on a branch that the commit that is checked out does not contain the one applied last, if
// an apply would send something.
void note_older_sources(apply::Plans& plans);

// Returns how the records are locked for a change, by the flags.
[[nodiscard]] apply::Locking locking_of(const spec::FlagValues& flags, apply::ChangeOf change,
                                        const Context::Service& service);

// Returns what to commit after an apply with records in folders: these, and the files that git does
// not have.
[[nodiscard]] std::vector<std::string> notes_on_commit(const spec::Invocation& invocation,
                                                       const Context::Service& service,
                                                       const apply::Plans& plans);

// Names the commit of the sources in the log of a branch, and returns it; empty for a folder.
[[nodiscard]] Result<apply::Source> set_source_of_run(const spec::Invocation& invocation,
                                                      const config::Settings& settings,
                                                      const apply::RecordsPlace& where,
                                                      const apply::Locks& locks);

} // namespace mrctl::commands
