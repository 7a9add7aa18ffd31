#include "mrctl/apply/branch_log.hpp"
#include "mrctl/apply/branch_push.hpp"
#include "mrctl/apply/branch_records.hpp"
#include "mrctl/apply/record_transaction.hpp"
#include "mrctl/apply/sources.hpp"
#include "mrctl/apply/state_branch.hpp"
#include "mrctl/apply/store.hpp"

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
  mrctl::Result<Whereabouts> where = mrctl::fail(mrctl::Error::internal("not opened"));
};

Opened try_to_open(const TemporaryFolder& folder, const std::string& clone,
                   BranchUse use = BranchUse::applying) {
  Opened opened;
  auto branch = StateBranch::open(
      {.top = folder / clone,
       .remote = "origin",
       .branch = "mrctl-state",
       .target = "prod",
       .use = use,
       .surroundings = {.variables = {{"PATH", std::getenv("PATH")}, {"HOME", folder / ""}}},
       .warn = [&](std::string sentence) { opened.warnings.push_back(std::move(sentence)); }});
  opened.where = branch.map([](std::shared_ptr<const StateBranch> known) {
    return Whereabouts{.target = "prod", .branch = std::move(known)};
  });
  return opened;
}

Whereabouts opened_in(const TemporaryFolder& folder, const std::string& clone) {
  auto result = try_to_open(folder, clone);
  REQUIRE_MESSAGE(result.where.has_value(), result.where.error().message);
  return *std::move(result.where);
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
std::unique_ptr<LockedRecords> begun_apply(const Whereabouts& where) {
  auto records = lock_branch(where, {});
  REQUIRE_MESSAGE(records.has_value(), records.error().message);
  const auto status = (*records)->begin(
      {.plan = std::string(40, 'a'), .pending = {{"support", pending_text("support")}}});
  REQUIRE_MESSAGE(status.has_value(), status.error().message);
  return *std::move(records);
}

std::optional<Record> recorded(const TemporaryFolder& folder, const std::string& slug) {
  const auto where = opened_in(folder, "two");
  return read_record({where.branch->folder_of("prod"), where.branch.get()}, {"", slug}).value();
}

} // namespace

TEST_CASE("an apply is pending on the branch before it sends, and recorded after it ends") {
  const TemporaryFolder folder;
  set_up_clones(folder);
  const auto where = opened_in(folder, "one");
  CHECK(where.branch->note_on_absence() ==
        "origin has no branch mrctl-state: nothing is recorded there");
  auto records = begun_apply(where);
  CHECK(recorded(folder, "support")->pending->plan == std::string(40, 'a'));
  const auto held = lock_branch(opened_in(folder, "two"), {});
  REQUIRE_FALSE(held.has_value());
  CHECK(held.error().kind == ErrorKind::conflict);
  CHECK(records->may_start());
  CHECK(write_record(*records, "support", tiny_record("support", tiny_body)).has_value());
  CHECK(records->end("1 created").empty());
  CHECK(recorded(folder, "support") == tiny_record("support", tiny_body));
  CHECK(lock_branch(opened_in(folder, "two"), {}).has_value());
  in_shell(folder, "test -z \"$(git -C one status --porcelain)\" && "
                   "git -C origin.git show mrctl-state:README.md");
}

TEST_CASE("what was not sent gets its former record back") {
  const TemporaryFolder folder;
  set_up_clones(folder);
  auto records = begun_apply(opened_in(folder, "one"));
  records->give_back("support");
  CHECK(records->end("nothing sent").empty());
  CHECK_FALSE(recorded(folder, "support").has_value());
}

TEST_CASE("a push that only meets another target goes on top of it") {
  const TemporaryFolder folder;
  set_up_clones(folder);
  auto records = begun_apply(opened_in(folder, "one"));
  auto other = opened_in(folder, "two");
  other.target = "staging";
  auto adopted = lock_branch(other, {.change = ChangeOf::adopt});
  REQUIRE(adopted.has_value());
  CHECK(write_record(**adopted, "a", tiny_record("a", tiny_body)).has_value());
  CHECK((*adopted)->bring_to_disk().has_value());
  CHECK(write_record(*records, "support", tiny_record("support", tiny_body)).has_value());
  CHECK(records->end("1 created").empty());
  CHECK(recorded(folder, "support") == tiny_record("support", tiny_body));
  CHECK(opened_in(folder, "two").branch->tree().targets.size() == 2);
}

TEST_CASE("a run that was taken over pushes only what is still its own") {
  const TemporaryFolder folder;
  set_up_clones(folder);
  auto records = begun_apply(opened_in(folder, "one"));
  std::vector<std::string> told;
  auto other = lock_branch(opened_in(folder, "two"),
                           {.take_over = TakeOver::yes,
                            .tell = [&](std::string text) { told.push_back(std::move(text)); }});
  REQUIRE(other.has_value());
  CHECK(told.size() == 1);
  CHECK((*other)
            ->begin({.plan = std::string(40, 'b'), .pending = {{"other", pending_text("other")}}})
            .has_value());
  CHECK(write_record(*records, "support", tiny_record("support", tiny_body)).has_value());
  const auto failures = records->end("1 created");
  REQUIRE(failures.size() == 1);
  CHECK(failures.front().kind == ErrorKind::conflict);
  CHECK(recorded(folder, "support") == tiny_record("support", tiny_body));
  CHECK((*other)->end("nothing sent").empty());
}

TEST_CASE("records that changed since they were read stop an apply before it sends") {
  const TemporaryFolder folder;
  set_up_clones(folder);
  const auto where = opened_in(folder, "one");
  auto adopted = lock_branch(opened_in(folder, "two"), {.change = ChangeOf::adopt});
  REQUIRE(adopted.has_value());
  CHECK(write_record(**adopted, "a", tiny_record("a", tiny_body)).has_value());
  CHECK((*adopted)->bring_to_disk().has_value());
  auto records = lock_branch(where, {});
  REQUIRE(records.has_value());
  const auto status = (*records)->begin({.plan = std::string(40, 'a')});
  REQUIRE_FALSE(status.has_value());
  CHECK(status.error().kind == ErrorKind::conflict);
  CHECK(status.error().message == "the records of prod changed: run again; nothing was sent");
}

TEST_CASE("a remote that refuses the first push stops an apply before it sends") {
  const TemporaryFolder folder;
  set_up_clones(folder);
  in_shell(folder, "printf '#!/bin/sh\\nexit 1\\n' >origin.git/hooks/pre-receive && "
                   "chmod +x origin.git/hooks/pre-receive");
  auto records = lock_branch(opened_in(folder, "one"), {});
  REQUIRE(records.has_value());
  const auto status = (*records)->begin({.plan = std::string(40, 'a')});
  REQUIRE_FALSE(status.has_value());
  CHECK(status.error().kind == ErrorKind::no_response);
}

TEST_CASE("a remote that cannot be read fails an apply, and a plan goes by the last fetch") {
  const TemporaryFolder folder;
  set_up_clones(folder);
  auto records = begun_apply(opened_in(folder, "one"));
  CHECK(records->end("nothing sent").empty());
  in_shell(folder, "mv origin.git gone.git");
  CHECK(try_to_open(folder, "one").where.error().kind == ErrorKind::no_response);
  const auto last = try_to_open(folder, "one", BranchUse::reading);
  CHECK(last.where.has_value());
  CHECK(last.warnings.size() == 1);
  CHECK(try_to_open(folder, "two", BranchUse::reading).where.error().kind ==
        ErrorKind::no_response);
}

TEST_CASE("a branch that is gone is a conflict for an apply and a warning for a plan") {
  const TemporaryFolder folder;
  set_up_clones(folder);
  auto records = begun_apply(opened_in(folder, "one"));
  CHECK(records->end("nothing sent").empty());
  in_shell(folder, "git -C origin.git update-ref -d refs/heads/mrctl-state");
  CHECK(try_to_open(folder, "one").where.error().kind == ErrorKind::conflict);
  const auto reading = try_to_open(folder, "one", BranchUse::reading);
  CHECK(reading.where.has_value());
  CHECK(reading.warnings.size() == 1);
}

TEST_CASE("a branch that holds anything but records is refused") {
  const TemporaryFolder folder;
  set_up_clones(folder);
  in_shell(folder, "cd one && git push -q origin main:mrctl-state");
  const auto where = try_to_open(folder, "two").where;
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
  BranchPusher pusher(where.branch, "prod");
  const BranchChange change{
      .entry = {.verb = "apply", .target = "prod", .what = "1 created"},
      .files = {{"support.json", record_text(tiny_record("support", tiny_body))},
                {".applying", std::nullopt}},
      .reference = unpushed_reference("prod")};
  REQUIRE(pusher.commit({&change, 1}).has_value());
  auto again = try_to_open(folder, "one");
  REQUIRE(again.where.has_value());
  CHECK(again.warnings.size() == 1);
  CHECK(recorded(folder, "support") == tiny_record("support", tiny_body));
  CHECK(lock_branch(*again.where, {}).has_value());
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
  CHECK(records->end("nothing sent").empty());
  const auto where = opened_in(folder, "one");
  const auto head = *where.branch->repository().head();
  CHECK(source_of(*where.branch, {folder / "one/a"}) == head);
  CHECK(order_of_sources(*where.branch, "prod", head)->sentence.empty());
  in_shell(folder, "cd one && echo b >b && echo c >a");
  CHECK(source_of(*where.branch, {folder / "one/a"}) == head + "-dirty");
  CHECK(source_of(*where.branch, {folder / "one/b"}) == head + "-dirty");
  in_shell(folder, "cd one && git commit -qam second");
  auto newer = begun_apply(opened_in(folder, "one"));
  CHECK(newer->end("nothing sent").empty());
  const auto again = opened_in(folder, "one");
  const auto older = order_of_sources(*again.branch, "prod", head);
  REQUIRE(older.has_value());
  CHECK(older->is_older);
  CHECK(older->sentence.starts_with(head.substr(0, 12) + " is older than "));
}
