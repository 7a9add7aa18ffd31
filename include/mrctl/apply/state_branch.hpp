#pragma once

#include "mrctl/apply/lease.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/git/objects.hpp"
#include "mrctl/git/remote_branch.hpp"
#include "mrctl/git/repository.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::apply {

// The files of a target at one commit of a branch, by the names of their objects.
struct BranchTarget {
  std::string tree;
  std::string lease{};                                       // empty: no apply runs
  std::map<std::string, std::string, std::less<>> records{}; // by slug

  // Returns the object of a record; empty if there is none.
  [[nodiscard]] std::string_view record(std::string_view slug) const;
};

// What a branch holds at one commit.
struct BranchTree {
  std::string commit{}; // empty: there is no such branch
  bool has_readme = false;
  std::map<std::string, BranchTarget, std::less<>> targets{};

  // Returns the target, or one without records.
  [[nodiscard]] const BranchTarget& target(std::string_view name) const;
};

// What a branch is read for. If the remote cannot be reached, planning and reading go by the last
// fetch, and planning also by no records. Applying pushes first what an earlier apply in this clone
// could not push.
enum class BranchUse { planning, reading, writing, applying };

struct BranchOf {
  std::string top; // the folder that holds `.git`
  std::string remote;
  std::string branch;
  std::string target; // empty: of all
  BranchUse use = BranchUse::reading;
  git::Surroundings surroundings;
  std::function<void(std::string sentence)> warn;
};

// The branch of records, as it was fetched. It holds what a state folder holds.
class StateBranch final : public RecordStore, public std::enable_shared_from_this<StateBranch> {
public:
  // Opens the repository and fetches the branch whole. Fails with a usage error as git::Repository
  // and git::RemoteBranch do, and if the branch holds anything but records; with no_response if it
  // cannot be fetched (for reading: and never was); with a conflict for writing if the remote has
  // lost it.
  [[nodiscard]] static Result<std::shared_ptr<const StateBranch>> open(BranchOf of);

  [[nodiscard]] const git::RemoteBranch& remote() const { return remote_; }
  [[nodiscard]] const git::Repository& repository() const { return remote_.repository(); }
  [[nodiscard]] const git::Objects& objects() const { return *objects_; }
  [[nodiscard]] const BranchTree& tree() const { return tree_; }
  [[nodiscard]] const std::string& name() const { return remote_.branch(); }
  // Returns whether the remote answered when the branch was opened.
  [[nodiscard]] bool has_answered() const { return has_answered_; }

  // Returns how a target's records are called in messages: "mrctl-state:production".
  [[nodiscard]] std::string folder_of(std::string_view target) const;

  // As RecordStore has them.
  Result<std::string> state_folder_of(const std::string& path) const override;
  Result<std::vector<std::string>> folders_of(const std::string& target,
                                              const std::vector<std::string>& paths) const override;
  Result<std::optional<std::string>> read(const std::string& folder,
                                          std::string_view slug) const override;
  Result<std::vector<std::string>> list_slugs(const std::string& folder) const override;
  Result<std::vector<RecordedTarget>> list_targets(const std::string& path) const override;
  std::vector<std::string> notes_on(const std::string& target,
                                    const std::vector<std::string>& paths) const override;
  Result<std::unique_ptr<LockedRecords>> lock(const std::string& target, const std::string& folder,
                                              const Locking& how) const override;
  bool announces() const override { return true; }
  Result<Source> source_of(const std::vector<std::string>& files) const override;
  Result<OrderOfSources> order_of(const std::string& target,
                                  const std::string& source) const override;
  std::string words_on_last(const std::string& target) const override;
  Status check_not_forgotten(const std::string& target,
                             const std::vector<std::string>& paths) const override;
  Result<bool> has_begun(const std::string& target, const std::string& plan,
                         const std::string& source) const override;

  // Reads what the branch holds at another commit. Fails as open() does.
  [[nodiscard]] Result<BranchTree> tree_at(const std::string& commit) const;

  // Returns the lease of a target; nothing if there is none.
  [[nodiscard]] Result<std::optional<Lease>> lease_of(const BranchTarget& target,
                                                      std::string_view name) const;

  // Returns "origin has no branch mrctl-state: nothing is recorded there", if so.
  [[nodiscard]] std::optional<std::string> note_on_absence() const;

private:
  StateBranch(git::RemoteBranch remote, std::shared_ptr<git::Objects> objects, BranchUse use)
      : remote_(std::move(remote)), objects_(std::move(objects)), use_(use) {}

  [[nodiscard]] const BranchTarget& target_of(std::string_view folder) const;
  [[nodiscard]] Status fetch(const BranchOf& of);
  [[nodiscard]] Result<std::string> find_newest(const BranchOf& of) const;
  [[nodiscard]] Status fetch_missing(const std::string& tree) const;

  git::RemoteBranch remote_;
  std::shared_ptr<git::Objects> objects_;
  BranchUse use_;
  bool has_answered_ = false;
  BranchTree tree_{};
};

} // namespace mrctl::apply
