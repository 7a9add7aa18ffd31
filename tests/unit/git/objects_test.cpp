#include "mrctl/git/objects.hpp"

#include "repositories.hpp"

#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

using namespace mrctl::git;
using namespace mrctl::test;

TEST_CASE("files that differ from a commit are found as git sees them") {
  const TemporaryFolder folder;
  shell(folder, "git init -q . && git config user.name A && git config user.email a@example.org && "
                "mkdir -p d/e && printf '* text\\n' >.gitattributes && printf 'a\\n' >d/same && "
                "cp d/same d/ends && cp d/same d/other && cp d/same 'd/e/ü b' && git add . && "
                "git commit -qm first && printf 'a\\r\\n' >d/ends && echo b >d/other && "
                "echo n >new && echo n >d/same2 && ln -s same d/link");
  const auto repository = opened(folder);
  const Objects objects(repository);
  const auto others = uncommitted_files(
      *repository, objects, *repository->head(),
      {"d/same", "d/ends", "d/e/ü b", "d/other", "new", "d/same2", "a\nb", "\"q\""});
  REQUIRE(others.has_value());
  CHECK(*others == std::vector<std::string>{"a\nb", "\"q\"", "d/other", "new", "d/same2"});
  CHECK(uncommitted_files(*repository, objects, *repository->head(), {"\"q\""})->size() == 1);
  CHECK_FALSE(uncommitted_files(*repository, objects, *repository->head(), {"gone"}).has_value());
  CHECK_FALSE(
      uncommitted_files(*repository, objects, std::string(40, '1'), {"d/same"}).has_value());
}

TEST_CASE("an object of another type, and what is no name of one, are errors") {
  const TemporaryFolder folder;
  shell(folder, setup + " && git tag -am t v1");
  const auto repository = opened(folder);
  const Objects objects(repository);
  const auto commit = objects.commit(*repository->head()).value();
  CHECK_FALSE(objects.commit(commit.tree).has_value());
  CHECK_FALSE(objects.tree(commit.name).has_value());
  CHECK_FALSE(objects.read("HEAD").has_value());
  CHECK_FALSE(objects.read(commit.name + "\nrefs/heads/main").has_value());
  CHECK_FALSE(objects.read("refs/heads/none").value().has_value());
  CHECK(objects.read("refs/tags/v1").value()->type == "tag");
}

TEST_CASE("several threads read objects at once") {
  const TemporaryFolder folder;
  shell(folder, setup);
  const auto repository = opened(folder);
  const Objects objects(repository);
  std::vector<std::string> read(8);
  std::vector<std::thread> threads;
  for (auto& text : read)
    threads.emplace_back(
        [&objects, &text] { text = objects.read("refs/heads/main").value()->type; });
  for (auto& thread : threads)
    thread.join();
  CHECK(read == std::vector<std::string>(8, "commit"));
}

TEST_CASE("a repository with names of 64 digits is read and written like others") {
  const TemporaryFolder folder;
  shell(folder, "git init -q --object-format=sha256 .");
  const auto repository = opened(folder);
  const auto name = commit_of(*repository, "1").value();
  CHECK(name.size() == 64);
  const Objects objects(repository);
  const auto top = objects.tree(objects.commit(name)->tree).value();
  REQUIRE(top.size() == 1);
  CHECK(top.front().mode == "40000");
  CHECK(objects.tree(top.front().name)->front().path == "b.json");
}

TEST_CASE("a commit on one that is missing fails, and what waited for it can be committed then") {
  const TemporaryFolder folder;
  shell(folder, setup);
  const auto repository = opened(folder);
  auto writer = CommitWriter::open(*repository).value();
  NewCommit commit{.parent = std::string(40, '1'),
                   .message = "m\n",
                   .files = {{"a.json", writer.add("1").value()}}};
  const auto failed = writer.commit(*repository, {&commit, 1});
  REQUIRE_FALSE(failed.has_value());
  CHECK(failed.error().kind == mrctl::ErrorKind::internal);
  commit.parent.clear();
  CHECK(writer.commit(*repository, {&commit, 1}).has_value());
}

TEST_CASE("a commit keeps the files of its parent that it does not change") {
  const TemporaryFolder folder;
  shell(folder, setup);
  const auto repository = opened(folder);
  auto writer = CommitWriter::open(*repository).value();
  const NewCommit commit{.parent = *repository->head(),
                         .message = "m\n",
                         .files = {{"b", writer.add("1").value()}, {"gone", ""}}};
  const auto made = writer.commit(*repository, {&commit, 1}).value();
  const Objects objects(repository);
  const auto top = objects.tree(objects.commit(made)->tree).value();
  REQUIRE(top.size() == 2);
  CHECK(top[0].path == "a");
  CHECK(top[1].path == "b");
}

TEST_CASE("a repository that was removed cannot hold a commit") {
  const TemporaryFolder folder;
  shell(folder, setup);
  const auto repository = opened(folder);
  std::filesystem::remove_all(folder / ".git");
  std::signal(SIGPIPE, SIG_IGN); // as the program does
  CHECK_FALSE(CommitWriter::open(*repository).has_value());
  CHECK_FALSE(Objects(repository).read(*repository->head()).has_value());
}

TEST_CASE("references are set, removed and moved only from where they were") {
  const TemporaryFolder folder;
  shell(folder, setup);
  const auto repository = opened(folder);
  const auto first = *repository->head();
  const auto second = commit_of(*repository, "1", first).value();
  const std::string reference = "refs/mrctl/x";
  CHECK(move_reference(*repository, reference, first, "").value());
  CHECK_FALSE(move_reference(*repository, reference, second, "").value());
  CHECK(move_reference(*repository, reference, second, first).value());
  CHECK_FALSE(move_reference(*repository, reference, second, first).value());
  CHECK_FALSE(move_reference(*repository, "refs/a..b", second, first).has_value());
  CHECK(set_references(*repository, {{reference, ""}}).has_value());
  CHECK_FALSE(Objects(repository).read(reference).value().has_value());
  folder.write(".git/refs/mrctl/y.lock", "");
  CHECK_FALSE(set_references(*repository, {{"refs/mrctl/y", first}}).has_value());
}
