#pragma once

#include "mrctl/apply/branch_log.hpp"
#include "mrctl/apply/state_branch.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/git/commits.hpp"
#include "mrctl/git/repository.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>

namespace mrctl::apply {

// A change of the records of a target, which becomes one commit.
struct BranchChange {
  LogEntry entry;
  // The files of the target, by name: what BranchPusher::add() returned, or the hash of a blob of
  // the branch; those that are empty are removed.
  std::map<std::string, std::string> files{};
  std::string reference{}; // one that will name the newest commit; empty: none
  git::MayAsk asks = git::MayAsk::no;
  Duration limit{};
  std::function<bool()> gives_up{};
};

// The branch as one run has pushed it last.
class BranchPusher {
public:
  BranchPusher(std::shared_ptr<const StateBranch> branch, std::string target);

  // Fails with an internal error if this clone cannot be written, or has no room.
  [[nodiscard]] Status check_writable();
  [[nodiscard]] Status keep_room();

  // Keeps the text of a file for the next push, and returns what a change calls it. Fails with an
  // internal error.
  [[nodiscard]] Result<std::string> add(std::string_view text);

  // Makes a commit of each change on the last one, and returns the newest.
  [[nodiscard]] Result<std::string> commit(std::span<const BranchChange> changes);

  // Pushes changes at once, on top of what others have pushed for other targets meanwhile. Fails
  // with a conflict if the records of their targets have changed, and with no_response if the
  // remote cannot be reached or refuses.
  [[nodiscard]] Status push(std::span<const BranchChange> changes);
  [[nodiscard]] Status push(const BranchChange& change) { return push(std::span(&change, 1)); }

  // Takes the newest commit as the last one. Fails as push() does.
  [[nodiscard]] Status follow(const std::function<bool()>& gives_up);

  [[nodiscard]] const BranchTree& last() const { return last_; }
  [[nodiscard]] const BranchTarget& target() const { return last_.target(target_); }
  [[nodiscard]] const std::string& name() const { return target_; }

private:
  [[nodiscard]] Result<bool> has_arrived(const std::string& commit, const std::string& newest,
                                         const BranchChange& change);

  // After a push that was not taken: takes the newest commit as the last one, and returns whether
  // the commit made is on the branch all the same.
  [[nodiscard]] Result<bool> settle(const std::string& made, const std::string& words,
                                    std::span<const BranchChange> changes);

  std::shared_ptr<const StateBranch> branch_;
  std::string target_;
  BranchTree last_;
  std::set<std::string> tried_{}; // commits that may or may not have arrived
  std::optional<git::CommitWriter> writer_{};
};

struct PushedLate {
  std::size_t records = 0;
  BranchTree tree; // of the branch afterwards
};

// Pushes what an earlier apply of the target in this clone could not push: records that are still
// as that apply left them. Returns nothing if there was none to push.
[[nodiscard]] Result<std::optional<PushedLate>>
push_unpushed(const std::shared_ptr<const StateBranch>& branch, const std::string& target);

// Returns the name of the reference that holds them: "refs/mrctl/unpushed/TARGET",
// flat.
[[nodiscard]] std::string unpushed_reference(std::string_view target);

} // namespace mrctl::apply
