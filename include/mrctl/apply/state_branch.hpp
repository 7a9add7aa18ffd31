#pragma once

#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/error.hpp"
#include "mrctl/git/objects.hpp"
#include "mrctl/git/remote_branch.hpp"
#include "mrctl/git/repository.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mrctl::apply {

// The name of the file beside the records of a target while an apply runs.
inline constexpr std::string_view lease_name = ".applying";

// The most bytes of the name of a run, and of every other text of a lease.
inline constexpr std::size_t longest_run = 1000;

// Which run writes the records of a target. It is the run's own by its id alone.
struct Lease {
  std::string id;     // 32 hexadecimal digits
  std::string run;    // for people
  std::string commit; // of the sources: 40 or 64 digits with an optional "-dirty", or "none"
  std::string since;  // 2026-11-26T05:34:30Z
  std::string until;
};

// Returns a lease with a new id that ends 15 minutes from now.
[[nodiscard]] Lease new_lease(std::string run, std::string commit, std::int64_t now);

[[nodiscard]] std::string lease_text(const Lease& lease);

// Reads the text of a lease's file: an empty lease, which is held, if that is no object. Fails with
// a usage error that names `path` if an object does not have exactly these members, with short
// texts.
[[nodiscard]] Result<Lease> parse_lease(std::string_view text, const std::string& path);

// Returns whether the run may still be writing: until 5 minutes after its end, because clocks
// differ, and always if that end cannot be read.
[[nodiscard]] bool is_held(const Lease& lease, std::int64_t now);

// Returns "RUN, since 2026-11-26T05:34:30Z, until 2026-11-26T05:49:30Z, from the commit abc1234".
[[nodiscard]] std::string words_on(const Lease& lease);

// Returns until when it is held, and what to do.
[[nodiscard]] std::string words_on_end(const Lease& lease);

// Returns whether one name of a run is that of an earlier attempt of the other; see name_of_run().
[[nodiscard]] bool is_earlier_attempt(std::string_view one, std::string_view other);

// Times as seconds since 1970, in UTC.
[[nodiscard]] std::int64_t time_now();
[[nodiscard]] std::string time_text(std::int64_t time);
[[nodiscard]] std::optional<std::int64_t> time_in(std::string_view text);

// Returns "3 minutes".
[[nodiscard]] std::string words_on_age(std::int64_t seconds);

// Returns the beginning of a commit's name, as git shows it.
[[nodiscard]] std::string short_commit(std::string_view commit);

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

  // These override the functions of RecordStore.
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
  Result<Source> describe_source(const std::set<std::string>& files) const override;
  Result<OrderOfSources> order_of(const std::string& target,
                                  const std::string& source) const override;
  std::string words_on_last(const std::string& target) const override;
  Status check_not_left_in_folders(const std::string& target,
                                   const std::vector<std::string>& paths) const override;
  Result<bool> may_go_on_with(const BegunPlan& begun) const override;

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

// What a commit of a state branch says. What it does not say, or not in its form, is empty.
struct LogEntry {
  std::string verb; // "begin", "apply", "forget", "adopt" or "import"
  std::string target;
  std::string what;     // "1 created, 2 updated"
  std::string source{}; // 40 or 64 hexadecimal digits with an optional "-dirty", or "none"
  std::string plan{};   // a fingerprint
  std::string run{};
  std::int64_t time = 0;
  std::string commit{};
  std::string tree{};

  // Returns whether the sources were sent, or are about to be.
  [[nodiscard]] bool is_of_apply() const { return verb == "begin" || verb == "apply"; }
  // Returns the commit of the sources without "-dirty"; empty if it is not known.
  [[nodiscard]] std::string source_commit() const;
};

// Returns the message of a commit: "apply production: 1 created", and trailers.
[[nodiscard]] std::string message_of(const LogEntry& entry);

// Reads a commit; nothing if it is none of mrctl's.
[[nodiscard]] std::optional<LogEntry> read_entry(const git::Commit& commit);

// Returns how people find this run, and the next attempt of it: CI_JOB_URL and, if CI_PIPELINE_ID
// is set, " (pipeline ID, job NAME, ID)"; else the URL of the GITHUB_* variables, ".../runs/ID" and
// "/attempts/N"; else HOST:PID.
[[nodiscard]] std::string name_of_run(const git::Repository& repository);

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

// Returns the name of the reference that holds what an apply could not push:
// "refs/mrctl/unpushed/TARGET", flat.
[[nodiscard]] std::string unpushed_reference(std::string_view target);

} // namespace mrctl::apply
