#include "commit_message.hpp"

#include "mrctl/base/file.hpp"
#include "mrctl/base/folder.hpp"
#include "mrctl/base/text.hpp"
#include "mrctl/git/objects.hpp"
#include "mrctl/git/repository.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace mrctl::commands {

namespace {

Result<std::shared_ptr<const git::Repository>> open_here(const Context::Service& service) {
  TRY_ASSIGN(const auto here, absolute_path("."));
  TRY_ASSIGN(const auto top, repository_of(here));
  if (!top)
    return fail(
        Error::usage("--plan-from needs a git repository, and the current folder is in none",
                     "--plan FINGERPRINT needs none"));
  return git::Repository::open(
      *top, {.variables = service.environment.variables, .hide_secrets = service.hide_secrets});
}

} // namespace

Result<CommitMessage> read_commit_message(const std::string& revision,
                                          const Context::Service& service) {
  TRY_ASSIGN(auto repository, open_here(service));
  const auto answer = repository->run({.arguments = {"rev-parse", "--verify", "--quiet",
                                                     "--end-of-options", revision + "^{commit}"}});
  auto name = std::string(trimmed(answer.output));
  if (!answer.is_success() || !git::is_object_name(name))
    return fail(
        Error::usage(fmt::format("--plan-from must name a commit, and '{}' names none", revision),
                     "HEAD is the commit that is checked out"));
  TRY_ASSIGN(auto commit, git::Objects(std::move(repository)).commit(name));
  return CommitMessage{std::move(name), std::move(commit.message)};
}

} // namespace mrctl::commands
