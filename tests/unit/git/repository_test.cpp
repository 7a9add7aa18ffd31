#include "mrctl/git/objects.hpp"
#include "mrctl/git/repository.hpp"

#include "repositories.hpp"

#include <chrono>
#include <filesystem>
#include <map>
#include <string>

using namespace mrctl::git;
using namespace mrctl::test;
using namespace std::chrono_literals;

namespace {

// Why a repository below the folder is not opened.
mrctl::Error refused(const TemporaryFolder& folder, const std::string& path,
                     const Surroundings& surroundings) {
  const auto repository = Repository::open(folder / path, surroundings);
  REQUIRE_FALSE(repository.has_value());
  CHECK(repository.error().kind == mrctl::ErrorKind::usage);
  return repository.error();
}

// The author of a commit that is made with those variables.
std::string author_with(const TemporaryFolder& folder,
                        const std::map<std::string, std::string>& variables) {
  auto surroundings = surroundings_of(folder);
  for (const auto& [name, value] : variables)
    surroundings.variables[name] = value;
  const auto repository = Repository::open(folder / "", surroundings).value();
  const auto commit = commit_of(*repository, "1").value();
  return repository->run({.arguments = {"show", "-s", "--format=%an <%ae>", commit}}).output;
}

} // namespace

TEST_CASE("a second work tree has its own commit, and locks in the folder that both share") {
  const TemporaryFolder folder;
  shell(folder, "mkdir one && cd one && " + setup + " && git worktree add -q -b work ../two");
  const auto one = opened(folder, "one");
  const auto two = opened(folder, "two");
  CHECK(two->checked_out() == "refs/heads/work");
  CHECK(two->git_folder() == folder / "one/.git/worktrees/two");
  CHECK(two->head() == one->head());
  folder.write("one/.git/refs/mrctl/fetched/x.lock", "");
  CHECK_FALSE(check_unlocked(*two, "refs/mrctl/fetched/x").has_value());
  CHECK(check_unlocked(*two, "refs/mrctl/fetched/y").has_value());
}

TEST_CASE("a repository without a commit has nothing checked out, and can hold records") {
  const TemporaryFolder folder;
  shell(folder, "git init -q -b main .");
  const auto repository = opened(folder);
  CHECK_FALSE(repository->head().has_value());
  const auto commit = commit_of(*repository, "1");
  REQUIRE(commit.has_value());
  CHECK(move_reference(*repository, "refs/heads/state", *commit, "").value());
}

TEST_CASE("a commit that is checked out by its hash belongs to no branch") {
  const TemporaryFolder folder;
  shell(folder, setup + " && git checkout -q --detach");
  CHECK(opened(folder)->checked_out() == "HEAD");
  CHECK(opened(folder)->head().has_value());
}

TEST_CASE("a shallow and a partial clone are known, and a shallow one cannot order all commits") {
  const TemporaryFolder folder;
  shell(folder, "mkdir full && cd full && " + setup +
                    " && git config uploadpack.allowFilter true && git branch old && "
                    "git commit -qm second --allow-empty && cd .. && "
                    "url=\"file://$(pwd)/full\" && "
                    "git clone -q --depth 1 \"$url\" shallow && "
                    "git clone -q --filter=blob:none \"$url\" partial && "
                    "cd shallow && git fetch -q --depth 1 origin old:old");
  const auto shallow = opened(folder, "shallow");
  CHECK(shallow->is_shallow());
  CHECK_FALSE(shallow->is_partial());
  CHECK(opened(folder, "partial")->is_partial());
  const Objects objects(shallow);
  const auto old = objects.read("refs/heads/old").value();
  REQUIRE(old.has_value());
  CHECK(commit_order(*shallow, old->name, *shallow->head()) == Order::unknown);
  CHECK_FALSE(is_ancestor(*shallow, old->name, *shallow->head()));
  const auto full = opened(folder, "full");
  CHECK(commit_order(*full, old->name, *full->head()) == Order::older);
  CHECK(commit_order(*full, *full->head(), *full->head()) == Order::same);
  CHECK(is_ancestor(*full, old->name, *full->head()));
}

TEST_CASE("a repository of somebody else, and one whose settings are broken, say what to do") {
  const TemporaryFolder folder;
  shell(folder, setup);
  auto of_others = surroundings_of(folder);
  of_others.variables["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1";
  CHECK(refused(folder, "", of_others).hint.find("safe.directory " + folder / "") !=
        std::string::npos);
  folder.write(".git/config", "[core\n");
  CHECK(refused(folder, "", surroundings_of(folder)).hint.starts_with("correct that line"));
  folder.write(".git/config", "[core]\nrepositoryformatversion = 1\n[extensions]\nnew = 1\n");
  CHECK(refused(folder, "", surroundings_of(folder)).hint.find("newer git") != std::string::npos);
}

TEST_CASE("a folder inside a repository is not the repository") {
  const TemporaryFolder folder;
  shell(folder, setup + " && mkdir -p sub/.git");
  CHECK(refused(folder, "sub", surroundings_of(folder)).message.find(folder / "sub") !=
        std::string::npos);
}

TEST_CASE("blanks, quotes and dashes in the name of a folder are no part of a command") {
  const TemporaryFolder folder;
  shell(folder, "mkdir plain && cd plain && " + setup);
  std::string before = "plain";
  for (const std::string name : {"two words", "it's", "-x", "$(id)"}) {
    std::filesystem::rename(folder / before, folder / name);
    CHECK(opened(folder, name)->run({.arguments = {"status", "--short"}}).is_success());
    before = name;
  }
}

TEST_CASE("a call that takes too long, or that its caller gives up, is ended and says so") {
  const TemporaryFolder folder;
  shell(folder, setup + " && git config alias.wait '!exec sleep 100'");
  const auto repository = opened(folder);
  const auto late = repository->run({.arguments = {"wait"}, .limit = 50ms});
  CHECK(late.status < 0);
  CHECK(late.words.find("took too long") != std::string::npos);
  const auto given_up = repository->run({.arguments = {"wait"}, .gives_up = [] { return true; }});
  CHECK(given_up.status < 0);
  CHECK(given_up.words == "interrupted");
}

TEST_CASE("of many words of git, those that tell are quoted, and progress is not") {
  const TemporaryFolder folder;
  shell(folder, setup);
  folder.write("say",
               "#!/bin/sh\nprintf 'Counting: 1%%\\rCounting: 9%%\\nfatal: no\\nso\\n' >&2\n"
               "[ -n \"$1\" ] || exit 3\n",
               0700);
  folder.write("mute", "#!/bin/sh\nexit 4\n", 0700);
  shell(folder, "git config alias.say '!./say' && git config alias.mute '!./mute'");
  const auto repository = opened(folder);
  const auto said = repository->run({.arguments = {"say"}});
  CHECK(said.status == 3);
  CHECK(said.words == "fatal: no");
  CHECK(repository->run({.arguments = {"mute"}}).words == "git exited with status 4");
  CHECK(repository->run({.arguments = {"say", "well"}}).words.empty());
}

TEST_CASE("an author comes from git's variables, then its settings, without marks of its form") {
  const TemporaryFolder folder;
  shell(folder, "git init -q -b main .");
  CHECK(author_with(folder, {}) == "mrctl <mrctl@localhost>\n");
  CHECK(author_with(folder, {{"GIT_AUTHOR_NAME", " A <b>\nparent x "},
                             {"GIT_AUTHOR_EMAIL", "<a@example.org>"}}) ==
        "A bparent x <a@example.org>\n");
  CHECK(author_with(folder, {{"GIT_AUTHOR_NAME", "<>"}}) == "mrctl <mrctl@localhost>\n");
  shell(folder, "git config user.name Ada && git config --add user.name Eve");
  CHECK(author_with(folder, {}) == "Eve <mrctl@localhost>\n");
}

TEST_CASE("names of branches and objects are told from everything else") {
  for (const auto* name : {"a", "mrctl-state", "a/b.c", "9"})
    CHECK(is_branch_name(name));
  for (const auto& name :
       {std::string("a/"), std::string("/a"), std::string("a//b"), std::string("a."),
        std::string("a b"), std::string("ä"), std::string("a~1"), std::string(201, 'a')})
    CHECK_FALSE(is_branch_name(name));
  CHECK(is_object_name(std::string(40, 'a')));
  CHECK(is_object_name(std::string(64, '0')));
  CHECK_FALSE(is_object_name(std::string(41, 'a')));
  CHECK_FALSE(is_object_name(std::string(40, 'A')));
}
