#include "mrctl/git/remote_branch.hpp"

#include "mrctl/base/nearest.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/git/objects.hpp"

#include <fmt/format.h>

#include <utility>

namespace mrctl::git {

namespace {

Error unreachable(std::string_view remote, std::string_view words) {
  return with_http({.kind = ErrorKind::no_response,
                    .message = fmt::format("the remote {} cannot be read: {}", remote, words),
                    .hint = "check the remote with 'git fetch'; nothing was sent"},
                   {});
}

// The remote may have answered, and what it sent could not be kept.
Error failed_fetch(const Repository& repository, std::string_view remote, std::string_view words) {
  for (const std::string_view local :
       {"cannot lock ref", "unable to update local ref", "unable to create temporary"})
    if (words.find(local) != words.npos)
      return Error::internal(fmt::format("the repository {} cannot be written: {}",
                                         repository.git_folder(), words))
          .with_hint("nothing was sent");
  return unreachable(remote, words);
}

Status check_branch_and_remote(const Repository& repository, const std::string& remote,
                               const std::string& branch, Absence absence) {
  if (!is_branch_name(branch))
    return fail(Error::usage(
        fmt::format("'{}' is not a valid name for a branch of records", abbreviated(branch)),
        "use letters, digits, '.', '_', '-' and '/', beginning with a letter or a digit"));
  for (const auto& known : repository.remotes())
    if (branch.starts_with(known + "/"))
      return fail(Error::usage(
          fmt::format("the branch '{}' is named after the remote {}", abbreviated(branch), known),
          fmt::format("leave out '{}/': the branch is of the remote already", known)));
  const bool is_name = is_branch_name(remote);
  if (remote.empty() || (is_name && (repository.has_remote(remote) || absence == Absence::allowed)))
    return {};
  const auto nearest = nearest_word(remote, repository.remotes());
  return fail(Error::usage(
      fmt::format("there is no remote '{}' in {}", abbreviated(remote), repository.top()),
      nearest.empty()
          ? "'git remote' lists them; state_remote = \"\" keeps the branch in this repository"
          : fmt::format("did you mean '{}'?", nearest)));
}

Error checked_out(const std::string& branch, std::string_view where) {
  return Error::usage(
      fmt::format("the branch {} is checked out in {}", branch, where),
      "records need a branch without other work: choose another, or check out another");
}

// Returns the newest commit of a branch of this repository; empty if there is no such branch. Fails
// if a work tree has it checked out.
Result<std::string> newest_local_commit(const Repository& repository, const std::string& branch) {
  const auto answer = repository.run(
      {.arguments = {"for-each-ref", "--format=%(objectname)%09%(refname)%09%(worktreepath)",
                     "refs/heads/" + branch}});
  if (!answer.is_success()) return fail(failed_call("list branches", answer));
  for (const auto line : lines_in(answer.output)) {
    const auto parts = split(line, '\t');
    if (parts.size() != 3 || parts[1] != "refs/heads/" + branch) continue;
    if (!parts[2].empty()) return fail(checked_out(branch, parts[2]));
    return std::string(parts[0]);
  }
  return std::string();
}

} // namespace

Result<RemoteBranch> RemoteBranch::of(std::shared_ptr<const Repository> repository,
                                      std::string remote, std::string branch, Absence absence) {
  TRY(check_branch_and_remote(*repository, remote, branch, absence));
  if (repository->checked_out() == "refs/heads/" + branch)
    return fail(checked_out(branch, repository->top()));
  // Another work tree may have it checked out.
  if (const auto local = newest_local_commit(*repository, branch); !local)
    return fail(local.error());
  return RemoteBranch(std::move(repository), std::move(remote), std::move(branch));
}

std::string RemoteBranch::fetched() const {
  return is_local() ? "refs/heads/" + branch_ : git::flat_reference("refs/mrctl/fetched/", branch_);
}

Result<std::string> RemoteBranch::newest(MayAsk asks, std::function<bool()> gives_up) const {
  if (is_local()) return newest_local_commit(*repository_, branch_);
  if (!repository_->has_remote(remote_)) // git would take the name for a path
    return fail(unreachable(remote_, "this repository has no remote of that name"));
  const auto reference = "refs/heads/" + branch_;
  const auto answer = repository_->run(
      {.arguments = {"ls-remote", "--symref", "--end-of-options", remote_, "HEAD", reference},
       .asks = asks,
       .gives_up = std::move(gives_up)});
  if (!answer.is_success()) return fail(unreachable(remote_, answer.words));
  std::string newest;
  for (const auto line : lines_in(answer.output)) {
    const auto parts = split(line, '\t');
    if (parts.size() != 2) continue;
    if (parts[1] == "HEAD" && parts[0] == "ref: " + reference)
      return fail(
          Error::usage(fmt::format("{} is the default branch of the remote {}", branch_, remote_),
                       "records need a branch without other work: choose another name"));
    if (parts[1] == reference && is_object_name(parts[0])) newest = parts[0];
  }
  return newest;
}

// Fetches the whole history of the branch. In a partial clone, it fetches every record with it,
// because git would ask the remote for each of them later.
Status RemoteBranch::fetch(MayAsk asks, std::function<bool()> gives_up) const {
  if (is_local()) return {};
  const auto answer = repository_->run(
      {.arguments = {"fetch", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head",
                     "--refmap=", "--no-prune", "--no-filter", "--progress", "--end-of-options",
                     remote_, fmt::format("+refs/heads/{}:{}", branch_, fetched())},
       .asks = asks,
       .gives_up = std::move(gives_up)});
  return answer.is_success() ? Status() : fail(failed_fetch(*repository_, remote_, answer.words));
}

Status RemoteBranch::fetch_objects(const std::vector<std::string>& names) const {
  if (is_local() || names.empty()) return {};
  std::string input;
  for (const auto& name : names)
    input.append(name).append("\n");
  const auto answer =
      repository_->run({.arguments = {"fetch", "--no-tags", "--no-recurse-submodules",
                                      "--no-write-fetch-head", "--refmap=", "--no-prune",
                                      "--progress", "--stdin", "--end-of-options", remote_},
                        .input = input});
  return answer.is_success() ? Status() : fail(failed_fetch(*repository_, remote_, answer.words));
}

std::optional<std::string> RemoteBranch::push(const Push& push) const {
  const auto reference = "refs/heads/" + branch_;
  if (is_local()) {
    const auto moved =
        move_reference(*repository_, reference, push.commit, push.before, push.gives_up);
    if (moved && *moved) return std::nullopt;
    return moved ? "the branch has moved" : moved.error().message;
  }
  const auto answer = repository_->run(
      {.arguments = {"push", "--porcelain", "--no-verify", "--no-follow-tags",
                     "--recurse-submodules=no", "--progress",
                     fmt::format("--force-with-lease={}:{}", reference, push.before),
                     "--end-of-options", remote_, fmt::format("{}:{}", push.commit, reference)},
       .asks = push.asks,
       .limit = push.limit,
       .gives_up = push.gives_up});
  return answer.is_success() ? std::nullopt : std::optional(answer.words);
}

} // namespace mrctl::git
