#include "mrctl/apply/plans.hpp"
#include "mrctl/apply/record_store.hpp"
#include "mrctl/apply/state_branch.hpp"

#include "unit/base/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace mrctl::apply;
using mrctl::ErrorKind;

void in_shell(const TemporaryFolder& folder, const std::string& command) {
  const auto line = "cd '" + (folder / "") + "' && { " + command + "; } >/dev/null 2>&1";
  CAPTURE(command);
  REQUIRE(std::system(line.c_str()) == 0);
}

// A bare repository and a clone with one commit.
void set_up_clones(const TemporaryFolder& folder) {
  in_shell(folder,
           "git init -q --bare -b main origin.git && git clone -q origin.git one && cd one && "
           "git config user.name Ada && git config user.email ada@example.org && "
           "git checkout -q -b main; echo a >a && git add a && git commit -qm first && "
           "git push -q origin main && cd .. && git clone -q origin.git two");
}

struct Opened {
  std::vector<std::string> warnings{};
  mrctl::Result<std::shared_ptr<const StateBranch>> branch =
      mrctl::fail(mrctl::Error::internal("not opened"));
};

Opened try_to_open(const TemporaryFolder& folder, const std::string& clone,
                   BranchUse use = BranchUse::applying) {
  Opened opened;
  opened.branch = StateBranch::open(
      {.top = folder / clone,
       .remote = "origin",
       .branch = "mrctl-state",
       .target = "prod",
       .use = use,
       .surroundings = {.variables = {{"PATH", std::getenv("PATH")}, {"HOME", folder / ""}}},
       .warn = [&](std::string sentence) { opened.warnings.push_back(std::move(sentence)); }});
  return opened;
}

std::shared_ptr<const StateBranch> opened_in(const TemporaryFolder& folder,
                                             const std::string& clone) {
  auto result = try_to_open(folder, clone);
  REQUIRE_MESSAGE(result.branch.has_value(), result.branch.error().message);
  return *std::move(result.branch);
}

mrctl::Result<std::unique_ptr<LockedRecords>>
locked(const std::shared_ptr<const StateBranch>& branch, const Locking& how = {},
       const std::string& target = "prod") {
  return branch->lock(target, branch->folder_of(target), how);
}

Record tiny_record(const std::string& slug, const std::string& text) {
  Applied applied{};
  applied.version = 1;
  applied.applied = hash_of(text);
  applied.body = text;
  return {"https://router.example/api/v1", slug, std::move(applied)};
}

const std::string tiny_body = R"({"model":"acme/tiny"})";

std::string pending_text(const std::string& slug) {
  return record_text(with_pending(std::nullopt, {"https://router.example/api/v1", slug},
                                  hash_of(tiny_body), std::nullopt,
                                  {.fingerprint = std::string(40, 'a')}));
}

// An apply of one preset, up to its end.
std::unique_ptr<LockedRecords> begun_apply(const std::shared_ptr<const StateBranch>& branch) {
  auto records = locked(branch);
  REQUIRE_MESSAGE(records.has_value(), records.error().message);
  REQUIRE((*records)->replace_record("support", pending_text("support")).has_value());
  const auto status = (*records)->begin_run({std::string(40, 'a'), 1});
  REQUIRE_MESSAGE(status.has_value(), status.error().message);
  return *std::move(records);
}

std::optional<Record> recorded(const TemporaryFolder& folder, const std::string& slug) {
  const auto branch = opened_in(folder, "two");
  return read_record({branch->folder_of("prod"), branch.get()}, {"", slug}).value();
}

} // namespace

TEST_CASE("an apply is pending on the branch before it sends, and recorded after it ends") {
  const TemporaryFolder folder;
  set_up_clones(folder);
  const auto where = opened_in(folder, "one");
  CHECK(where->note_on_absence() == "origin has no branch mrctl-state: nothing is recorded there");
  auto records = begun_apply(where);
  CHECK(recorded(folder, "support")->pending->plan == std::string(40, 'a'));
  const auto held = locked(opened_in(folder, "two"), {});
  REQUIRE_FALSE(held.has_value());
  CHECK(held.error().kind == ErrorKind::conflict);
  CHECK(records->may_start());
  CHECK(write_record(*records, "support", tiny_record("support", tiny_body)).has_value());
  CHECK(records->end_run("1 created").empty());
  CHECK(recorded(folder, "support") == tiny_record("support", tiny_body));
  CHECK(locked(opened_in(folder, "two"), {}).has_value());
  in_shell(folder, "test -z \"$(git -C one status --porcelain)\" && "
                   "git -C origin.git show mrctl-state:README.md");
}

TEST_CASE("what was not sent gets its former record back") {
  const TemporaryFolder folder;
  set_up_clones(folder);
  auto records = begun_apply(opened_in(folder, "one"));
  REQUIRE(records->replace_record("support", std::nullopt).has_value());
  CHECK(records->end_run("nothing sent").empty());
  CHECK_FALSE(recorded(folder, "support").has_value());
}

TEST_CASE("a push that only meets another target goes on top of it") {
  const TemporaryFolder folder;
  set_up_clones(folder);
  auto records = begun_apply(opened_in(folder, "one"));
  auto adopted = locked(opened_in(folder, "two"), {.change = ChangeOf::adopt}, "staging");
  REQUIRE(adopted.has_value());
  CHECK(write_record(**adopted, "a", tiny_record("a", tiny_body)).has_value());
  CHECK((*adopted)->bring_to_disk().has_value());
  CHECK(write_record(*records, "support", tiny_record("support", tiny_body)).has_value());
  CHECK(records->end_run("1 created").empty());
  CHECK(recorded(folder, "support") == tiny_record("support", tiny_body));
  CHECK(opened_in(folder, "two")->tree().targets.size() == 2);
}

TEST_CASE("a run that was taken over pushes only what is still its own") {
  const TemporaryFolder folder;
  set_up_clones(folder);
  auto records = begun_apply(opened_in(folder, "one"));
  std::vector<std::string> told;
  auto other = locked(opened_in(folder, "two"),
                      {.take_over = TakeOver::yes,
                       .tell = [&](std::string text) { told.push_back(std::move(text)); }});
  REQUIRE(other.has_value());
  CHECK(told.size() == 1);
  REQUIRE((*other)->replace_record("other", pending_text("other")).has_value());
  CHECK((*other)->begin_run({std::string(40, 'b'), 1}).has_value());
  CHECK(write_record(*records, "support", tiny_record("support", tiny_body)).has_value());
  const auto failures = records->end_run("1 created");
  REQUIRE(failures.size() == 1);
  CHECK(failures.front().kind == ErrorKind::conflict);
  CHECK(recorded(folder, "support") == tiny_record("support", tiny_body));
  CHECK((*other)->end_run("nothing sent").empty());
}

TEST_CASE("records that changed since they were read stop an apply before it sends") {
  const TemporaryFolder folder;
  set_up_clones(folder);
  const auto where = opened_in(folder, "one");
  auto adopted = locked(opened_in(folder, "two"), {.change = ChangeOf::adopt});
  REQUIRE(adopted.has_value());
  CHECK(write_record(**adopted, "a", tiny_record("a", tiny_body)).has_value());
  CHECK((*adopted)->bring_to_disk().has_value());
  auto records = locked(where, {});
  REQUIRE(records.has_value());
  const auto status = (*records)->begin_run({std::string(40, 'a'), 1});
  REQUIRE_FALSE(status.has_value());
  CHECK(status.error().kind == ErrorKind::conflict);
  CHECK(status.error().message == "the records of prod changed: run again; nothing was sent");
}

TEST_CASE("a remote that refuses the first push stops an apply before it sends") {
  const TemporaryFolder folder;
  set_up_clones(folder);
  in_shell(folder, "printf '#!/bin/sh\\nexit 1\\n' >origin.git/hooks/pre-receive && "
                   "chmod +x origin.git/hooks/pre-receive");
  auto records = locked(opened_in(folder, "one"), {});
  REQUIRE(records.has_value());
  const auto status = (*records)->begin_run({std::string(40, 'a'), 1});
  REQUIRE_FALSE(status.has_value());
  CHECK(status.error().kind == ErrorKind::no_response);
}

TEST_CASE("a remote that cannot be read fails an apply, and a plan goes by the last fetch") {
  const TemporaryFolder folder;
  set_up_clones(folder);
  auto records = begun_apply(opened_in(folder, "one"));
  CHECK(records->end_run("nothing sent").empty());
  in_shell(folder, "mv origin.git gone.git");
  CHECK(try_to_open(folder, "one").branch.error().kind == ErrorKind::no_response);
  const auto last = try_to_open(folder, "one", BranchUse::reading);
  CHECK(last.branch.has_value());
  CHECK(last.warnings.size() == 1);
  CHECK(try_to_open(folder, "two", BranchUse::reading).branch.error().kind ==
        ErrorKind::no_response);
}

TEST_CASE("a branch that is gone is a conflict for an apply and a warning for a plan") {
  const TemporaryFolder folder;
  set_up_clones(folder);
  auto records = begun_apply(opened_in(folder, "one"));
  CHECK(records->end_run("nothing sent").empty());
  in_shell(folder, "git -C origin.git update-ref -d refs/heads/mrctl-state");
  CHECK(try_to_open(folder, "one").branch.error().kind == ErrorKind::conflict);
  const auto reading = try_to_open(folder, "one", BranchUse::reading);
  CHECK(reading.branch.has_value());
  CHECK(reading.warnings.size() == 1);
}

TEST_CASE("a branch that holds anything but records is refused") {
  const TemporaryFolder folder;
  set_up_clones(folder);
  in_shell(folder, "cd one && git push -q origin main:mrctl-state");
  const auto where = try_to_open(folder, "two").branch;
  REQUIRE_FALSE(where.has_value());
  CHECK(where.error().kind == ErrorKind::usage);
  CHECK(where.error().message ==
        "the branch mrctl-state holds a, which is not a record; nothing was written");
}

TEST_CASE("records that could not be pushed are pushed first by the next apply of the clone") {
  const TemporaryFolder folder;
  set_up_clones(folder);
  begun_apply(opened_in(folder, "one")).reset(); // the run is gone
  CHECK(recorded(folder, "support")->pending.has_value());
  const auto where = opened_in(folder, "one");
  BranchPusher pusher(where, "prod");
  const auto blob = pusher.add(record_text(tiny_record("support", tiny_body)));
  REQUIRE(blob.has_value());
  const BranchChange change{.entry = {.verb = "apply", .target = "prod", .what = "1 created"},
                            .files = {{"support.json", *blob}, {".applying", ""}},
                            .reference = unpushed_reference("prod")};
  REQUIRE(pusher.commit({&change, 1}).has_value());
  auto again = try_to_open(folder, "one");
  REQUIRE(again.branch.has_value());
  CHECK(again.warnings.size() == 1);
  CHECK(recorded(folder, "support") == tiny_record("support", tiny_body));
  CHECK(locked(*again.branch, {}).has_value());
  in_shell(folder, "test -z \"$(git -C one for-each-ref refs/mrctl/unpushed)\"");
}

TEST_CASE("a commit says what was done, and trailers that lie count as absent") {
  const LogEntry entry{.verb = "apply",
                       .target = "prod",
                       .what = "1 created",
                       .source = std::string(40, 'c') + "-dirty",
                       .plan = std::string(40, 'a'),
                       .run = "host:1",
                       .time = 5};
  const auto read = read_entry({.name = "n", .time = 5, .message = message_of(entry)});
  REQUIRE(read.has_value());
  CHECK(read->source == entry.source);
  CHECK(read->source_commit() == std::string(40, 'c'));
  CHECK(read->source.ends_with("-dirty"));
  CHECK(read->plan == entry.plan);
  CHECK(read->run == "host:1");
  const auto lying = read_entry(
      {.name = "n",
       .message =
           "begin prod: 1 preset\n\nSource-Commit: --upload-pack=x\nPlan: 1\nRun: \x1b[2J\n"});
  REQUIRE(lying.has_value());
  CHECK(lying->source.empty());
  CHECK(lying->plan.empty());
  CHECK(lying->run.empty());
  CHECK_FALSE(read_entry({.name = "n", .message = "fix a typo\n"}).has_value());
}

TEST_CASE("an older commit is known, and files that differ from the commit make it dirty") {
  const TemporaryFolder folder;
  set_up_clones(folder);
  auto records = begun_apply(opened_in(folder, "one"));
  CHECK(records->end_run("nothing sent").empty());
  const auto where = opened_in(folder, "one");
  const auto head = *where->repository().head();
  CHECK(where->describe_source({folder / "one/a"})->commit == head);
  CHECK(where->order_of("prod", head)->standing == Standing::same);
  in_shell(folder, "cd one && echo b >b && echo c >a");
  CHECK(where->describe_source({folder / "one/a"})->commit == head + "-dirty");
  CHECK(where->describe_source({folder / "one/a", folder / "one/b"})->uncommitted ==
        std::vector<std::string>{"a", "b"});
  in_shell(folder, "cd one && git commit -qam second");
  auto newer = begun_apply(opened_in(folder, "one"));
  CHECK(newer->end_run("nothing sent").empty());
  const auto again = opened_in(folder, "one");
  const auto older = again->order_of("prod", head);
  REQUIRE(older.has_value());
  CHECK(older->standing == Standing::behind);
  CHECK(older->sentence.ends_with(head.substr(0, 12) + " is older than it"));
  CHECK(again->order_of("prod", std::string(40, '1'))
            ->sentence.ends_with("111111111111 is in a clone that lacks it"));
}
