#include "mrctl/apply/state_branch.hpp"

#include "mrctl/apply/location.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/config/settings.hpp"
#include "mrctl/git/objects.hpp"
#include "mrctl/spec/identifiers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace mrctl::apply {

namespace {

constexpr std::string_view readme_name = "README.md";
constexpr std::string_view record_ending = ".json";

bool is_file_entry(const git::TreeEntry& entry) {
  return entry.mode == "100644";
}

Error foreign(const std::string& branch, std::string_view path) {
  return Error::usage(
      fmt::format("the branch {} holds {}, which is not a record; nothing was written", branch,
                  path),
      "records are on a branch that holds nothing else: name another, or remove the file");
}

Result<BranchTarget> read_target(const git::Objects& objects, const git::TreeEntry& folder,
                                 const std::string& branch) {
  BranchTarget target{.tree = folder.name};
  TRY_ASSIGN(const auto entries, objects.tree(folder.name));
  for (const auto& entry : entries) {
    const std::string_view path = entry.path;
    if (is_file_entry(entry) && path == lease_name)
      target.lease = entry.name;
    else if (is_file_entry(entry) && path.ends_with(record_ending) &&
             spec::is_slug(path.substr(0, path.size() - record_ending.size())))
      target.records.emplace(path.substr(0, path.size() - record_ending.size()), entry.name);
    else
      return fail(foreign(branch, fmt::format("{}/{}", folder.path, path)));
  }
  return target;
}

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

// Returns whether others have written nothing of a target; or, while this run holds its lease, none
// of the records that it changes: a run that was taken over may still push its own.
bool is_untouched(const BranchChange& change, const BranchTarget& before, const BranchTarget& now) {
  if (now.tree == before.tree) return true;
  return !before.lease.empty() && now.lease == before.lease &&
         std::ranges::all_of(change.files, [&](const auto& file) {
           const auto slug = file.first.substr(0, file.first.rfind('.'));
           return file.first == lease_name || now.record(slug) == before.record(slug);
         });
}

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

struct PushedLate {
  std::size_t records = 0;
  BranchTree tree; // of the branch afterwards
};

// Pushes what an earlier apply of the target in this clone could not push: records that are still
// as that apply left them. Returns nothing if there was none to push.
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

} // namespace

std::string_view BranchTarget::record(std::string_view slug) const {
  const auto found = records.find(slug);
  return found == records.end() ? std::string_view() : found->second;
}

const BranchTarget& BranchTree::target(std::string_view name) const {
  static const BranchTarget none{};
  const auto found = targets.find(name);
  return found == targets.end() ? none : found->second;
}

std::string StateBranch::folder_of(std::string_view target) const {
  return fmt::format("{}:{}", name(), target);
}

const BranchTarget& StateBranch::target_of(std::string_view folder) const {
  return tree_.target(folder.substr(folder.find(':') + 1));
}

Result<std::string> StateBranch::state_folder_of(const std::string&) const {
  return fmt::format("{}/{}", repository().top(), state_folder_name);
}

Result<std::vector<std::string>>
StateBranch::folders_of(const std::string& target, const std::vector<std::string>& paths) const {
  return std::vector<std::string>(paths.size(), folder_of(target));
}

Result<std::optional<std::string>> StateBranch::read(const std::string& folder,
                                                     std::string_view slug) const {
  const std::string object(target_of(folder).record(slug));
  if (object.empty()) return std::nullopt;
  TRY_ASSIGN(auto blob, objects_->read(object).map_error([&](Error error) {
    error.message = fmt::format("state file {}: {}", record_path(folder, slug), error.message);
    return error;
  }));
  if (!blob) return fail(Error::internal(fmt::format("git lacks the record {}/{}", folder, slug)));
  return std::move(blob->data);
}

Result<std::vector<std::string>> StateBranch::list_slugs(const std::string& folder) const {
  std::vector<std::string> slugs;
  for (const auto& [slug, object] : target_of(folder).records)
    slugs.push_back(slug);
  return slugs;
}

Result<std::vector<RecordedTarget>> StateBranch::list_targets(const std::string&) const {
  std::vector<RecordedTarget> targets;
  for (const auto& [name, target] : tree_.targets) {
    if (target.records.empty()) continue;
    auto& listed = targets.emplace_back(RecordedTarget{name, {}});
    for (const auto& [slug, object] : target.records)
      listed.slugs.push_back(slug);
  }
  return targets;
}

Status StateBranch::check_not_left_in_folders(const std::string& target,
                                              const std::vector<std::string>& paths) const {
  if (!has_answered_ || !tree_.target(target).records.empty()) return {};
  const auto folders = records_in_folders();
  for (const auto& path : paths) {
    const auto folder = folders->state_folder_of(path);
    if (!folder) continue; // a link, for example, holds no records
    const auto slugs = folders->list_slugs(fmt::format("{}/{}", *folder, target));
    if (!slugs || slugs->empty()) continue;
    return fail(Error::conflict(
        fmt::format("{} has {} of {}, but the branch {} has none", *folder,
                    counted(slugs->size(), "record"), target, name()),
        fmt::format("'mrctl preset state --import {}' moves them to the branch", *folder)));
  }
  return {};
}

std::vector<std::string> StateBranch::notes_on(const std::string& target,
                                               const std::vector<std::string>& paths) const {
  std::vector<std::string> notes;
  if (auto note = note_on_absence()) notes.push_back(*std::move(note));
  if (const auto targets = list_targets(paths.empty() ? std::string() : paths.front()))
    if (auto note = note_on_target(target, name(), *targets); !note.empty())
      notes.push_back(std::move(note));
  if (const auto left = check_not_left_in_folders(target, paths); !left)
    notes.push_back(fmt::format("{}: {}", left.error().message, left.error().hint));
  if (use_ == BranchUse::writing || use_ == BranchUse::applying)
    return notes; // it took the lease over, or fails
  if (const auto lease = lease_of(tree_.target(target), target); lease && *lease)
    notes.push_back(fmt::format("an apply of {} {}: {}", target,
                                is_held(**lease, time_now()) ? "is running" : "did not finish",
                                words_on(**lease)));
  return notes;
}

Result<BranchTree> StateBranch::tree_at(const std::string& commit) const {
  BranchTree tree{.commit = commit};
  if (commit.empty()) return tree;
  TRY_ASSIGN(const auto whole, objects_->commit(commit));
  TRY_ASSIGN(const auto entries, objects_->tree(whole.tree));
  for (const auto& entry : entries) {
    if (is_file_entry(entry) && entry.path == readme_name) {
      tree.has_readme = true;
      continue;
    }
    const bool is_folder = entry.mode == "40000";
    if (!is_folder || !kind_of(Takes::target).holds(entry.path))
      return fail(foreign(name(), entry.path));
    TRY_ASSIGN(auto target, read_target(*objects_, entry, name()));
    tree.targets.emplace(entry.path, std::move(target));
  }
  TRY(fetch_missing(whole.tree));
  return tree;
}

// Fetches the records that a partial clone lacks, all at once; git would fetch them one by one.
Status StateBranch::fetch_missing(const std::string& tree) const {
  if (!repository().is_partial() || remote_.is_local()) return {};
  const auto answer =
      repository().run({.arguments = {"rev-list", "--objects", "--no-object-names",
                                      "--missing=print", "--end-of-options", tree}});
  if (!answer.is_success()) return fail(git::failed_call("list what is missing", answer));
  std::vector<std::string> missing;
  for (const auto line : lines_in(answer.output))
    if (line.starts_with('?')) missing.emplace_back(line.substr(1));
  return remote_.fetch_objects(missing);
}

Result<std::optional<Lease>> StateBranch::lease_of(const BranchTarget& target,
                                                   std::string_view name) const {
  if (target.lease.empty()) return std::nullopt;
  const auto path = fmt::format("{}/{}", folder_of(name), lease_name);
  TRY_ASSIGN(
      const auto blob, objects_->read(target.lease, git::most_of_small).map_error([&](Error error) {
        error.message = fmt::format("state file {}: {}; nothing was sent", path, error.message);
        return error;
      }));
  TRY_ASSIGN(auto lease, parse_lease(blob ? std::string_view(blob->data) : "", path));
  return lease;
}

std::optional<std::string> StateBranch::note_on_absence() const {
  if (!tree_.commit.empty() || !has_answered_) return std::nullopt;
  return fmt::format("{} has no branch {}: nothing is recorded there",
                     remote_.is_local() ? "this repository" : remote_.remote(), name());
}

// Returns the newest commit of the branch, which is in this clone afterwards.
Result<std::string> StateBranch::find_newest(const BranchOf& of) const {
  TRY_ASSIGN(auto newest, remote_.newest(git::MayAsk::yes));
  TRY_ASSIGN(const auto fetched, objects_->read(remote_.fetched()));
  if (newest.empty() && fetched) {
    const auto lost = fmt::format("{} has no branch {} any more, which this clone has fetched "
                                  "before",
                                  remote_.remote(), name());
    if (of.use == BranchUse::writing || of.use == BranchUse::applying)
      return fail(Error::conflict(lost + "; nothing was sent",
                                  fmt::format("restore it: git push {} {}:refs/heads/{}",
                                              remote_.remote(), remote_.fetched(), name())));
    of.warn(lost);
  }
  if (newest.empty() || remote_.is_local() || (fetched && fetched->name == newest)) return newest;
  TRY(remote_.fetch(git::MayAsk::yes));
  TRY_ASSIGN(const auto now, objects_->read(remote_.fetched()));
  if (!now || now->type != "commit")
    return fail(Error::internal(fmt::format("git has fetched no branch {}", name())));
  return now->name;
}

Status StateBranch::fetch(const BranchOf& of) {
  auto newest = find_newest(of);
  has_answered_ = newest.has_value();
  if (!newest) {
    const bool is_planning = of.use == BranchUse::planning;
    const auto kind = newest.error().kind;
    const bool may_be_old = (is_planning || of.use == BranchUse::reading) &&
                            (kind == ErrorKind::no_response || kind == ErrorKind::internal);
    if (!may_be_old) return fail(std::move(newest.error()));
    TRY_ASSIGN(const auto last, objects_->read(remote_.fetched()));
    if (!last && !is_planning) return fail(std::move(newest.error()));
    if (!last) {
      of.warn(newest.error().message + "; the plan is made without records");
      return {};
    }
    TRY_ASSIGN(const auto commit, objects_->commit(last->name));
    of.warn(fmt::format("{}; mrctl uses what was fetched last, as of {}", newest.error().message,
                        time_text(commit.time)));
    newest = last->name;
  }
  TRY_ASSIGN(tree_, tree_at(*newest));
  return {};
}

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
  const auto& change = changes.back(); // the others say the same about pushing
  for (int races = 0;; ++races) {
    TRY_ASSIGN(const auto made, commit(changes));
    TRY_ASSIGN(auto tree, branch_->tree_at(made)); // no run could read a broken one
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

Result<std::shared_ptr<const StateBranch>> StateBranch::open(BranchOf of) {
  TRY_ASSIGN(auto repository, git::Repository::open(of.top, of.surroundings));
  auto objects = std::make_shared<git::Objects>(repository);
  TRY_ASSIGN(auto remote,
             git::RemoteBranch::of(std::move(repository), of.remote, of.branch,
                                   of.use == BranchUse::planning ? git::Absence::allowed
                                                                 : git::Absence::refused));
  std::shared_ptr<StateBranch> branch(
      new StateBranch(std::move(remote), std::move(objects), of.use));
  TRY(branch->fetch(of));
  if (const auto lease = branch->lease_of(branch->tree_.target(of.target), of.target); !lease)
    return fail(lease.error());
  if (of.use != BranchUse::applying) return branch;
  TRY_ASSIGN(auto late, push_unpushed(branch, of.target));
  if (late) {
    of.warn(fmt::format("{} of an earlier apply of {} {} pushed, which could not be pushed then",
                        counted(late->records, "record"), of.target,
                        late->records == 1 ? "was" : "were"));
    branch->tree_ = std::move(late->tree);
  }
  return branch;
}

} // namespace mrctl::apply
