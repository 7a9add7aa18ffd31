#include "mrctl/git/objects.hpp"
#include "mrctl/git/remote_branch.hpp"

#include "repositories.hpp"

#include <string>

using namespace mrctl::git;
using namespace mrctl::test;

namespace {

// A repository with a remote "origin", to which `main` was pushed.
std::shared_ptr<const Repository> with_remote(const TemporaryFolder& folder) {
  shell(folder, "git init -q --bare -b main origin.git && " + setup +
                    " && git remote add origin origin.git && git push -q origin main");
  return opened(folder);
}

RemoteBranch branch_in(const std::shared_ptr<const Repository>& repository,
                       const std::string& remote) {
  auto branch = RemoteBranch::of(repository, remote, "state");
  REQUIRE(branch.has_value());
  return *branch;
}

mrctl::Error refused(const std::shared_ptr<const Repository>& repository, const std::string& remote,
                     const std::string& branch) {
  const auto made = RemoteBranch::of(repository, remote, branch);
  REQUIRE_FALSE(made.has_value());
  CHECK(made.error().kind == mrctl::ErrorKind::usage);
  return made.error();
}

} // namespace

TEST_CASE("a branch of the repository itself is made, moved, and refused when it has moved") {
  const TemporaryFolder folder;
  shell(folder, setup);
  const auto repository = opened(folder);
  const auto branch = branch_in(repository, "");
  CHECK(branch.is_local());
  CHECK(branch.fetched() == "refs/heads/state");
  CHECK(branch.newest(MayAsk::no) == std::string());
  const auto first = commit_of(*repository, "1").value();
  CHECK_FALSE(branch.push({.commit = first}).has_value());
  const auto second = commit_of(*repository, "2", first).value();
  CHECK(branch.push({.commit = second}).has_value());
  CHECK_FALSE(branch.push({.commit = second, .before = first}).has_value());
  CHECK(branch.newest(MayAsk::no) == second);
  CHECK(branch.fetch(MayAsk::no).has_value());
  CHECK(branch.push({.commit = std::string(40, '1'), .before = second}).has_value());
}

TEST_CASE("a branch that another work tree has checked out is refused with its place") {
  const TemporaryFolder folder;
  shell(folder, "mkdir one && cd one && " + setup + " && git worktree add -q -b state ../two");
  const auto error = refused(opened(folder, "one"), "", "state");
  CHECK(error.message.find(folder / "two") != std::string::npos);
}

TEST_CASE("a remote with a wrong name, and a branch that repeats it, are told the right one") {
  const TemporaryFolder folder;
  const auto repository = with_remote(folder);
  CHECK(refused(repository, "orign", "state").hint == "did you mean 'origin'?");
  CHECK(refused(repository, "xyzzy", "state").hint.find("git remote") != std::string::npos);
  CHECK(refused(repository, "origin", "origin/state").hint.find("leave out 'origin/'") == 0);
}

TEST_CASE("a remote that is not configured yet cannot be read, and is never taken for a path") {
  const TemporaryFolder folder;
  shell(folder, setup + " && git init -q --bare elsewhere");
  const auto repository = opened(folder);
  CHECK_FALSE(RemoteBranch::of(repository, "elsewhere", "state").has_value());
  const auto branch = RemoteBranch::of(repository, "elsewhere", "state", Absence::allowed);
  REQUIRE(branch.has_value());
  CHECK(branch->newest(MayAsk::no).error().kind == mrctl::ErrorKind::no_response);
}

TEST_CASE("a remote that is gone gives no answer, and nothing was sent") {
  const TemporaryFolder folder;
  const auto branch = branch_in(with_remote(folder), "origin");
  shell(folder, "rm -rf origin.git");
  for (const auto& error : {branch.newest(MayAsk::no).error(), branch.fetch(MayAsk::no).error(),
                            branch.fetch_objects({std::string(40, '1')}).error()}) {
    CHECK(error.kind == mrctl::ErrorKind::no_response);
    CHECK(mrctl::http_facts(error).sent == mrctl::Sent::no);
  }
  CHECK(branch.fetch_objects({}).has_value());
}

TEST_CASE("a repository that cannot keep what was fetched is no fault of the remote") {
  const TemporaryFolder folder;
  const auto repository = with_remote(folder);
  const auto branch = branch_in(repository, "origin");
  CHECK_FALSE(branch.push({.commit = commit_of(*repository, "1").value()}).has_value());
  folder.write(".git/refs/mrctl/fetched/state.lock", "");
  const auto fetched = branch.fetch(MayAsk::no);
  REQUIRE_FALSE(fetched.has_value());
  CHECK(fetched.error().kind == mrctl::ErrorKind::internal);
}

TEST_CASE("a push that the remote's rules refuse has their words") {
  const TemporaryFolder folder;
  const auto repository = with_remote(folder);
  folder.write("origin.git/hooks/pre-receive", "#!/bin/sh\necho closed today >&2\nexit 1\n", 0700);
  const auto words =
      branch_in(repository, "origin").push({.commit = commit_of(*repository, "1").value()});
  REQUIRE(words.has_value());
  CHECK(words->find("closed today") != std::string::npos);
}

TEST_CASE("objects are fetched by their hashes into a clone that lacks them") {
  const TemporaryFolder folder;
  shell(folder, "mkdir full && cd full && " + setup +
                    " && git config uploadpack.allowFilter true && "
                    "git config uploadpack.allowAnySHA1InWant true && cd .. && "
                    "git clone -q --bare --filter=blob:none \"file://$(pwd)/full\" bare && "
                    "mkdir partial && mv bare partial/.git && cd partial && "
                    "git config core.bare false && git config --unset remote.origin.promisor && "
                    "git config --unset remote.origin.partialclonefilter");
  const auto repository = opened(folder, "partial");
  const auto blob = std::string("78981922613b2afb6025042ff6bd878ac1994e85"); // of "a\n"
  CHECK_FALSE(Objects(repository).read(blob).value().has_value());
  CHECK(branch_in(repository, "origin").fetch_objects({blob}).has_value());
  CHECK(Objects(repository).read(blob).value()->data == "a\n");
}
