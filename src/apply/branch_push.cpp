#include "mrctl/apply/branch_push.hpp"

#include "mrctl/apply/location.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/git/commits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::apply {

namespace {

constexpr std::string_view readme_text =
    "# Records of presets\n"
    "\n"
    "`mrctl preset apply` writes this branch; do not change it by hand: one folder for each "
    "target, one\n"
    "file for each preset, with what was sent last. `mrctl preset state` lists the records, and\n"
    "`git log` what was done. `mrctl help state` explains them.\n";

constexpr int most_races = 5;

Error records_changed(const std::string& target) {
  return Error::conflict(fmt::format("the records of {} changed: run again", target),
                         "another run has written them since they were read");
}

Error not_pushed(const git::RemoteBranch& remote, std::string_view what, std::string_view words) {
  const auto where = remote.is_local() ? std::string("this repository") : remote.remote();
  return with_http(
      {.kind = ErrorKind::no_response,
       .message = fmt::format("{} {} the records on {}: {}", where, what, remote.branch(), words),
       .hint = "check with 'git push' that this user may push the branch"},
      {});
}

// Whether others have written nothing of a target; or, while this run holds its lease, none of the
// records that it changes: a run that was taken over may still push its own.
bool is_untouched(const BranchChange& change, const BranchTarget& before, const BranchTarget& now) {
  if (now.tree == before.tree) return true;
  return !before.lease.empty() && now.lease == before.lease &&
         std::ranges::all_of(change.files, [&](const auto& file) {
           const auto slug = file.first.substr(0, file.first.rfind('.'));
           return file.first == lease_name || now.record(slug) == before.record(slug);
         });
}

} // namespace

BranchPusher::BranchPusher(std::shared_ptr<const StateBranch> branch, std::string target)
    : branch_(std::move(branch)), target_(std::move(target)), last_(branch_->tree()) {}

// A reference that is locked would stop the commit at the end.
Status BranchPusher::check_writable() {
  const auto& remote = branch_->remote();
  for (const auto& reference : {remote.fetched(), unpushed_reference(target_)})
    TRY(git::check_unlocked(branch_->repository(), reference));
  if (writer_) return {};
  TRY_ASSIGN(auto writer, git::CommitWriter::open(branch_->repository()));
  writer_ = std::move(writer);
  return {};
}

Status BranchPusher::keep_room() {
  return check_writable().and_then([&] { return writer_->keep_room(); });
}

Result<std::string> BranchPusher::add(std::string_view text) {
  if (!writer_) TRY(check_writable());
  return writer_->add(text);
}

Result<std::string> BranchPusher::commit(std::span<const BranchChange> changes) {
  if (!writer_) TRY(check_writable());
  std::vector<git::NewCommit> commits;
  for (const auto& change : changes) {
    auto& commit = commits.emplace_back(git::NewCommit{
        .parent = last_.commit, .message = message_of(change.entry), .time = change.entry.time});
    if (!last_.has_readme && commits.size() == 1) {
      TRY_ASSIGN(auto readme, writer_->add(readme_text));
      commit.files.emplace("README.md", std::move(readme));
    }
    for (const auto& [name, blob] : change.files)
      commit.files.emplace(fmt::format("{}/{}", change.entry.target, name), blob);
  }
  return writer_->commit(branch_->repository(), commits, changes.back().reference,
                         changes.back().gives_up);
}

// Whether the branch holds a commit of this run. Then that is the last one.
Result<bool> BranchPusher::has_arrived(const std::string& commit, const std::string& newest,
                                       const BranchChange& change) {
  const bool is_known = newest == commit || tried_.contains(newest);
  if (!is_known) {
    TRY(branch_->remote().fetch(git::MayAsk::no, change.gives_up));
    if (!git::is_ancestor(branch_->repository(), commit, newest)) return false;
  }
  TRY_ASSIGN(last_, branch_->tree_at(newest));
  return !is_known || newest == commit;
}

Status BranchPusher::push(std::span<const BranchChange> changes) {
  const auto& remote = branch_->remote();
  const auto& change = changes.back(); // all are pushed in one way
  for (int races = 0;; ++races) {
    TRY_ASSIGN(const auto made, commit(changes));
    TRY_ASSIGN(auto tree, branch_->tree_at(made)); // what nobody could read is not pushed
    const auto words = remote.push({.commit = made,
                                    .before = last_.commit,
                                    .asks = change.asks,
                                    .limit = change.limit,
                                    .gives_up = change.gives_up});
    if (!words) {
      last_ = std::move(tree);
      writer_->clear();
      return {};
    }
    TRY_ASSIGN(const bool is_there, settle(made, *words, changes));
    if (is_there) {
      writer_->clear();
      return {};
    }
    if (races == most_races) return fail(not_pushed(remote, "is too busy for", *words));
  }
}

Result<bool> BranchPusher::settle(const std::string& made, const std::string& words,
                                  std::span<const BranchChange> changes) {
  const auto& remote = branch_->remote();
  const auto& change = changes.back();
  tried_.insert(made);
  const auto newest = remote.newest(git::MayAsk::no, change.gives_up);
  if (!newest) return fail(not_pushed(remote, "cannot show", words));
  if (*newest == last_.commit) return fail(not_pushed(remote, "refused", words));
  if (newest->empty())
    return fail(records_changed(change.entry.target)); // somebody removed the branch
  const auto before = last_;
  TRY_ASSIGN(const bool is_there, has_arrived(made, *newest, change));
  if (is_there || last_.commit != before.commit) return is_there;
  // The newest commit is somebody else's.
  TRY_ASSIGN(auto now, branch_->tree_at(*newest));
  for (const auto& each : changes)
    if (const auto& target = each.entry.target;
        !is_untouched(each, before.target(target), now.target(target)))
      return fail(records_changed(target));
  last_ = std::move(now);
  return false;
}

Status BranchPusher::follow(const std::function<bool()>& gives_up) {
  TRY_ASSIGN(const auto newest, branch_->remote().newest(git::MayAsk::no, gives_up));
  if (newest == last_.commit || tried_.contains(newest)) return {};
  if (!newest.empty()) TRY(branch_->remote().fetch(git::MayAsk::no, gives_up));
  TRY_ASSIGN(last_, branch_->tree_at(newest));
  return {};
}

std::string unpushed_reference(std::string_view target) {
  return git::flat_reference("refs/mrctl/unpushed/", target);
}

namespace {

// Returns the records that the commit changed, and that nobody has changed since.
Result<BranchChange> change_left(const StateBranch& branch, const git::Commit& commit,
                                 const LogEntry& entry) {
  TRY_ASSIGN(const auto after, branch.tree_at(commit.name));
  TRY_ASSIGN(const auto before, branch.tree_at(commit.parents.front()));
  const auto& own = before.target(entry.target);
  const auto& now = branch.tree().target(entry.target);
  BranchChange change{.entry = entry, .asks = git::MayAsk::yes};
  for (const auto& [slug, object] : own.records) {
    const auto next = after.target(entry.target).record(slug);
    if (next == object || now.record(slug) != object) continue;
    change.files.emplace(record_name(slug), next);
  }
  if (!own.lease.empty() && now.lease == own.lease) change.files.emplace(lease_name, std::string());
  return change;
}

} // namespace

Result<std::optional<PushedLate>> push_unpushed(const std::shared_ptr<const StateBranch>& branch,
                                                const std::string& target) {
  const auto& objects = branch->objects();
  TRY_ASSIGN(const auto found, objects.read(unpushed_reference(target)));
  if (!found || found->type != "commit") return std::nullopt;
  const auto forget = [&] {
    return git::set_references(branch->repository(), {{unpushed_reference(target), ""}});
  };
  TRY_ASSIGN(const auto commit, objects.commit(found->name));
  const auto entry = read_entry(commit);
  const auto& newest = branch->tree().commit;
  const bool has_arrived =
      !newest.empty() && git::is_ancestor(branch->repository(), commit.name, newest);
  if (!entry || entry->target != target || commit.parents.empty() || has_arrived) {
    TRY(forget());
    return std::nullopt;
  }
  TRY_ASSIGN(const auto change, change_left(*branch, commit, *entry));
  BranchPusher pusher(branch, target);
  if (!change.files.empty()) TRY(pusher.push(change));
  TRY(forget());
  return PushedLate{change.files.size() - change.files.count(std::string(lease_name)),
                    pusher.last()};
}

} // namespace mrctl::apply
