#include "mrctl/git/objects.hpp"
#include "mrctl/git/remote_branch.hpp"
#include "mrctl/git/repository.hpp"

#include "repositories.hpp"

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <vector>

using namespace mrctl::git;
using namespace mrctl::test;

TEST_CASE("a repository is opened wherever GIT_DIR leads, and says what is checked out") {
  const TemporaryFolder folder;
  shell(folder, setup);
  const auto repository = opened(folder);
  CHECK(repository->head().has_value());
  CHECK(repository->checked_out() == "refs/heads/main");
  CHECK(repository->config("user.name") == "Ada");
  CHECK_FALSE(repository->is_shallow());
  CHECK_FALSE(repository->is_partial());
  CHECK_FALSE(repository->has_remote("origin"));
}

TEST_CASE("a folder without a repository, and one that is a bare one, are refused") {
  const TemporaryFolder folder;
  shell(folder, "mkdir .git");
  const auto none = Repository::open(folder / "", surroundings_of(folder));
  REQUIRE_FALSE(none.has_value());
  CHECK(none.error().kind == mrctl::ErrorKind::usage);
  shell(folder, "git init -q --bare bare && mv bare/* . && rmdir bare");
  CHECK_FALSE(Repository::open(folder / "", surroundings_of(folder)).has_value());
}

TEST_CASE("a missing git and an old one are usage errors") {
  const TemporaryFolder folder;
  shell(folder, setup);
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", (folder / "bin").c_str(), 1); // by which programs are found
  const auto missing = Repository::open(folder / "", surroundings_of(folder));
  folder.write("bin/git", "#!/bin/sh\necho git version 2.29.9\n", 0700);
  const auto old = Repository::open(folder / "", surroundings_of(folder));
  ::setenv("PATH", path.c_str(), 1);
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().kind == mrctl::ErrorKind::usage);
  REQUIRE_FALSE(old.has_value());
  CHECK(old.error().message == "this is git version 2.29.9");
}

TEST_CASE("a call does not get the key, and hooks do not run") {
  const TemporaryFolder folder;
  shell(folder, setup + " && git config alias.env '!env' && "
                        "printf '#!/bin/sh\\ntouch ran\\n' >.git/hooks/reference-transaction && "
                        "chmod +x .git/hooks/reference-transaction");
  const auto repository = opened(folder);
  const auto answer = repository->run({.arguments = {"env"}});
  CHECK(answer.is_success());
  CHECK(answer.output.find("MRCTL_") == std::string::npos);
  CHECK(answer.output.find("sk-test") == std::string::npos);
  CHECK(answer.output.find("LC_ALL=C\n") != std::string::npos);
  CHECK(set_references(*repository, {{"refs/mrctl/fetched/x", *repository->head()}}).has_value());
  CHECK_FALSE(std::filesystem::exists(folder / "ran"));
}

TEST_CASE("a failure has git's words without secrets") {
  const TemporaryFolder folder;
  shell(folder, setup);
  auto surroundings = surroundings_of(folder);
  surroundings.hide_secrets = [](std::string_view) { return std::string("hidden"); };
  const auto repository = Repository::open(folder / "", surroundings);
  REQUIRE(repository.has_value());
  CHECK((*repository)->run({.arguments = {"rev-parse", "--verify", "nothing"}}).words == "hidden");
}

TEST_CASE("a commit is made without an index, read back, and ordered") {
  const TemporaryFolder folder;
  shell(folder, setup);
  const auto repository = opened(folder);
  auto writer = CommitWriter::open(*repository).value();
  const std::vector commits{
      NewCommit{.message = "begin\n",
                .time = 1700000000,
                .files = {{"prod/a.json", writer.add("1\n").value()}}},
      NewCommit{.message = "apply\n",
                .time = 1700000001,
                .files = {{"prod/a.json", ""}, {"prod/b.json", writer.add("2\n").value()}}}};
  const auto second = writer.commit(*repository, commits, "refs/mrctl/fetched/x");
  REQUIRE(second.has_value());
  const Objects objects(repository);
  const auto commit = objects.commit(*second);
  REQUIRE(commit.has_value());
  REQUIRE(commit->parents.size() == 1);
  const auto first = commit->parents.front();
  CHECK(objects.commit(first)->message == "begin\n");
  CHECK(commit->time == 1700000001);
  CHECK(commit->message == "apply\n");
  const auto top = objects.tree(commit->tree);
  REQUIRE(top.has_value());
  REQUIRE(top->size() == 1);
  const auto inner = objects.tree(top->front().name);
  REQUIRE(inner.has_value());
  REQUIRE(inner->size() == 1);
  CHECK(inner->front().path == "b.json");
  const auto blob = objects.read(inner->front().name);
  REQUIRE(blob.has_value());
  CHECK((*blob)->data == "2\n");
  CHECK(objects.read("refs/mrctl/fetched/x").value()->name == *second);
  CHECK_FALSE(objects.read(std::string(40, '1')).value().has_value());
  CHECK(commit_order(*repository, first, *second) == Order::older);
  CHECK(commit_order(*repository, *second, first) == Order::newer);
  CHECK(commit_order(*repository, first, *repository->head()) == Order::beside);
  CHECK(commit_order(*repository, first, std::string(40, '1')) == Order::unknown);
  shell(folder, "test -z \"$(git status --porcelain)\" && test -z \"$(git for-each-ref "
                "refs/mrctl/building)\"");
}

TEST_CASE("a branch of a remote is read, pushed once, and refused when it has moved") {
  const TemporaryFolder folder;
  shell(folder, "git init -q --bare origin.git && " + setup +
                    " && git remote add origin origin.git && git push -q origin main");
  const auto repository = opened(folder);
  const auto remote = RemoteBranch::of(repository, "origin", "mrctl-state");
  REQUIRE(remote.has_value());
  CHECK(remote->newest(MayAsk::no) == std::string());
  const auto commit = commit_of(*repository, "1");
  REQUIRE(commit.has_value());
  CHECK_FALSE(remote->push({.commit = *commit}).has_value());
  CHECK(remote->newest(MayAsk::no) == *commit);
  const auto other = commit_of(*repository, "2");
  REQUIRE(other.has_value());
  CHECK(remote->push({.commit = *other}).has_value());
  CHECK(remote->fetch(MayAsk::no).has_value());
  shell(folder,
        "git rev-parse --verify refs/mrctl/fetched/mrctl-state && ! test -e .git/FETCH_HEAD");
}

TEST_CASE("names that are no branch or remote, and branches that are in use, are refused") {
  const TemporaryFolder folder;
  shell(folder, "git init -q --bare -b main origin.git && " + setup +
                    " && git remote add origin origin.git && git push -q origin main && "
                    "git checkout -q -b work");
  const auto repository = opened(folder);
  for (const auto* name : {"", "-x", "a..b", "a b", "a/.b", "x.lock", "a:b", "work", "HEAD",
                           "0123456789012345678901234567890123456789"})
    CHECK_FALSE(RemoteBranch::of(repository, "origin", name).has_value());
  for (const auto* name : {"other", "ext::sh -c id", "/tmp", "--upload-pack=x"})
    CHECK_FALSE(RemoteBranch::of(repository, name, "mrctl-state").has_value());
  const auto standard = RemoteBranch::of(repository, "origin", "main");
  REQUIRE(standard.has_value());
  CHECK(standard->newest(MayAsk::no).error().kind == mrctl::ErrorKind::usage);
}

TEST_CASE("texts that wait for a commit are in it as they were, also when it is made once more") {
  const TemporaryFolder folder;
  shell(folder, setup);
  const auto repository = opened(folder);
  auto writer = CommitWriter::open(*repository).value();
  const std::string text("a\0b\n\xff", 5);
  NewCommit commit{.message = "begin\n", .files = {{"t/a.json", writer.add(text).value()}}};
  CHECK(writer.keep_room().has_value());
  const auto blob_in = [&](const std::string& name) {
    const Objects objects(repository);
    const auto top = objects.tree(objects.commit(name)->tree);
    return objects.read(objects.tree(top->front().name)->front().name).value()->data;
  };
  CHECK(blob_in(writer.commit(*repository, {&commit, 1}).value()) == text);
  commit.time = 5; // on top of what somebody else has pushed
  CHECK(blob_in(writer.commit(*repository, {&commit, 1}).value()) == text);
  writer.clear();
  commit.files = {{"t/a.json", writer.add("next").value()}};
  CHECK(blob_in(writer.commit(*repository, {&commit, 1}).value()) == "next");
}

TEST_CASE("an object that is too large is not read, and the next one is") {
  const TemporaryFolder folder;
  shell(folder, setup + " && head -c 3000000 /dev/zero >big && git add big && git commit -qm big");
  const auto repository = opened(folder);
  const Objects objects(repository);
  const auto tree = objects.tree(objects.commit(*repository->head())->tree);
  REQUIRE(tree.has_value());
  REQUIRE(tree->size() == 2);
  const auto big = objects.read(tree->back().name, most_of_small);
  REQUIRE_FALSE(big.has_value());
  CHECK(big.error().message == "it is larger than 1 MiB");
  CHECK(objects.read(tree->front().name, most_of_small).value()->data == "a\n");
  CHECK(objects.read(tree->back().name).value()->data.size() == 3000000);
}

TEST_CASE("names of references are flat, so that none is in the way of another or refused") {
  const TemporaryFolder folder;
  shell(folder, setup);
  const auto repository = opened(folder);
  CHECK(flat_reference("refs/mrctl/fetched/", "mrctl-state") == "refs/mrctl/fetched/mrctl-state");
  std::map<std::string, std::string> references;
  for (const auto* name : {"st", "st/prod", "a.lock", "a..b", ".a", "a."})
    references.emplace(flat_reference("refs/mrctl/fetched/", name), *repository->head());
  CHECK(references.size() == 6);
  CHECK(set_references(*repository, references).has_value());
}

TEST_CASE("a reference that a killed git has locked is told by its file") {
  const TemporaryFolder folder;
  shell(folder, setup);
  const auto repository = opened(folder);
  CHECK(check_unlocked(*repository, "refs/mrctl/fetched/x").has_value());
  folder.write(".git/refs/mrctl/fetched/x.lock", "");
  const auto locked = check_unlocked(*repository, "refs/mrctl/fetched/x");
  REQUIRE_FALSE(locked.has_value());
  CHECK(locked.error().message.find("refs/mrctl/fetched/x.lock") != std::string::npos);
}

TEST_CASE("a reference that another git writes at the moment is waited for") {
  const TemporaryFolder folder;
  shell(folder, setup);
  const auto repository = opened(folder);
  const auto lock = folder.write(".git/refs/mrctl/fetched/x.lock", "");
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    std::filesystem::remove(lock);
  });
  CHECK(check_unlocked(*repository, "refs/mrctl/fetched/x").has_value());
  other.join();
}

TEST_CASE("a folder whose name has line breaks is a repository like others") {
  const TemporaryFolder folder;
  shell(folder, "mkdir 'a\ntrue\nb' && cd 'a\ntrue\nb' && " + setup);
  const auto repository = Repository::open(folder / "a\ntrue\nb", surroundings_of(folder));
  REQUIRE(repository.has_value());
  CHECK((*repository)->git_folder() == folder / "a\ntrue\nb/.git");
  CHECK((*repository)->head().has_value());
}
