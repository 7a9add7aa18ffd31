"""preset apply with records on a branch: what it writes there, and what it never touches."""

import json
import re
import socket
import unittest

from drive.branch import BRANCH, PROJECT, TARGET, BranchTest, Runner

RECORD = ["format", "service", "slug", "file", "workspace_id", "preset_id", "version", "version_id", "applied", "stored", "body"]


class TheBranch(BranchTest):
    def test_holds_what_a_folder_of_records_holds(self):
        self.runner.apply()
        self.assertEqual(self.names(), ["README.md", f"{TARGET}/a.json", f"{TARGET}/b.json"])
        self.runner.apply("--state", "folder", code=0)
        for slug in "ab":
            text = self.read(f"{TARGET}/{slug}.json")
            self.assertEqual(list(json.loads(text)), RECORD)
            kept = json.loads((self.runner.folder / f"folder/{TARGET}/{slug}.json").read_text())
            made = json.loads(text)
            self.assertEqual(made | {"version": 2, "version_id": kept["version_id"]}, kept)
            self.assertEqual(text, json.dumps(made, indent=2) + "\n")
        self.assertRegex(self.read("README.md"), "(?i)mrctl")

    def test_shares_no_history_with_the_sources(self):
        self.runner.apply()
        self.assertEqual(self.origin.git("merge-base", "main", BRANCH, code=1), "")
        self.assertNotIn("mrctl.toml", self.names())
        self.assertEqual(len(self.origin.git("rev-list", "--max-parents=0", BRANCH).split()), 1)

    def test_is_told_before_it_exists(self):
        for command in (("plan",), ("check",), ("apply", "--yes")):
            outcome = self.runner.mrctl("preset", *command)
            self.assert_exit(0, outcome)
            self.assertIn(f"origin has no branch {BRANCH}: nothing is recorded there", " ".join(outcome.err.split()))
        self.assertNotIn("has no branch", self.runner.mrctl("preset", "plan").err)

    def test_is_seen_by_every_clone(self):
        self.assertEqual(self.runner.actions(), {"a": "create", "b": "create"})
        self.runner.apply()
        other = self.clone("other")
        self.assertEqual(other.actions(), {"a": "unchanged", "b": "unchanged"})
        rows = json.loads(other.mrctl("preset", "state", "-o", "json").out)
        self.assertEqual([(row["target"], row["slug"], row["version"], row["pending"]) for row in rows],
                         [(TARGET, "a", 1, False), (TARGET, "b", 1, False)])  # fmt: skip
        self.assertEqual(other.apply()["applied"], 0)
        self.assertEqual(self.versions(), {"a": 1, "b": 1})

    def test_may_stay_in_this_repository(self):
        (self.runner.folder / "mrctl.toml").write_text(PROJECT.replace("\n\n", '\nstate_remote = ""\n\n', 1))
        self.runner.apply()
        self.assertEqual(self.tip(), "")
        self.assertIn(f"{TARGET}/a.json", self.runner.git("ls-tree", "-r", "--name-only", BRANCH))
        self.assertEqual(self.runner.actions(), {"a": "unchanged", "b": "unchanged"})

    def test_gets_a_begin_before_the_first_request_and_an_apply_after_the_last(self):
        self.runner.preset("c", 0.1)
        commit = self.runner.merge()
        plan = self.runner.plan()["plan"]
        self.runner.apply(CI_JOB_URL="https://ci.example/jobs/9")
        self.assertEqual(self.subjects(), [f"apply {TARGET}: 3 created", f"begin {TARGET}: 3 presets"])
        expected = {"Source-Commit": commit, "Plan": plan, "Run": "https://ci.example/jobs/9"}
        self.assertEqual(self.trailers(f"{BRANCH}^"), expected)
        self.assertEqual(self.trailers(), expected)
        begun = self.records(commit=f"{BRANCH}^")
        self.assertEqual([list(record) for record in begun.values()], [["format", "service", "slug", "file", "pending"]] * 3)
        self.assertEqual({record["pending"]["plan"] for record in begun.values()}, {plan})
        lease = self.held_lease(f"{BRANCH}^")
        self.assertEqual(list(lease), ["id", "run", "commit", "since", "until"])
        self.assertRegex(lease["id"], "^[0-9a-f]{32}$")
        self.assertEqual((lease["run"], lease["commit"]), ("https://ci.example/jobs/9", commit))
        for name in ("since", "until"):
            self.assertRegex(lease[name], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertIsNone(self.held_lease())

    def test_counts_what_was_created_and_updated(self):
        self.runner.apply()
        self.runner.preset("a", 0.2)
        self.runner.preset("c", 0.2)
        self.runner.merge()
        self.runner.apply()
        self.assertEqual(self.subjects("-2"), [f"apply {TARGET}: 1 created, 1 updated", f"begin {TARGET}: 2 presets"])

    def test_names_the_run(self):
        github = {"GITHUB_SERVER_URL": "https://git.example", "GITHUB_REPOSITORY": "o/r", "GITHUB_RUN_ID": "17"}
        for number, (variables, expected) in enumerate((
            ({}, rf"{re.escape(socket.gethostname())}:\d+"),
            (github, r"https://git\.example/o/r/actions/runs/17"),
            (github | {"CI_JOB_URL": "https://ci.example/1"}, r"https://ci\.example/1"),
        )):  # fmt: skip
            self.runner.preset("a", 0.2 + 0.1 * number)
            self.runner.merge()
            self.runner.apply(**variables)
            self.assertRegex(self.trailers()["Run"], f"^{expected}$")

    def test_names_the_commit_once_more_where_nothing_is_left_to_send(self):
        self.runner.apply()
        tip, tree = self.tip(), self.origin.git("rev-parse", f"{BRANCH}^{{tree}}")
        self.runner.apply()
        self.assertEqual(self.tip(), tip)
        commit = self.runner.merge("Change nothing that is sent")
        self.runner.apply()
        self.assertEqual(self.subjects("-1"), [f"apply {TARGET}: nothing to send"])
        self.assertEqual(self.trailers()["Source-Commit"], commit)
        self.assertEqual(self.origin.git("rev-parse", f"{BRANCH}^{{tree}}"), tree)
        tip = self.tip()
        self.runner.apply()
        self.assertEqual(self.tip(), tip)

    def test_gives_what_was_not_sent_its_former_record_back(self):
        self.runner.apply()
        former = self.read(f"{TARGET}/b.json")
        self.serve("POST /presets/a/* = 403")
        for slug in "abc":
            self.runner.preset(slug, 0.2)
        self.runner.merge()
        result = self.runner.apply("--fail-fast", "--jobs", "1", code=3)
        self.assertEqual([preset["action"] for preset in result["presets"]], ["failed", "not sent", "not sent"])
        self.assertEqual(self.read(f"{TARGET}/b.json"), former)
        self.assertEqual(sorted(self.records()), ["a", "b"])
        self.assertIsNone(self.held_lease())
        self.assertEqual(self.runner.actions(), {"a": "update", "b": "update", "c": "create"})

    def test_keeps_each_target_to_itself(self):
        (self.runner.folder / "mrctl.toml").write_text(PROJECT + '[targets.staging]\nslug_prefix = "s-"\n')
        self.runner.merge()
        self.runner.apply("--target", TARGET)
        before = self.records()
        self.runner.apply("--target", "staging")
        self.assertEqual(sorted(self.records("staging")), ["s-a", "s-b"])
        self.assertEqual(self.records(), before)

    def test_has_the_author_of_git_or_mrctl_itself(self):
        def author():
            return self.origin.git("log", "-1", "--format=%an <%ae>|%cn <%ce>", BRANCH)

        self.runner.apply()
        self.assertEqual(author(), "mrctl <mrctl@localhost>|mrctl <mrctl@localhost>")
        self.runner.git("config", "user.name", "Ada")
        self.runner.git("config", "user.email", "ada@example.com")
        self.runner.merge()
        self.runner.apply()
        self.assertEqual(author(), "Ada <ada@example.com>|Ada <ada@example.com>")
        self.runner.merge()
        who = {f"GIT_{who}_{what}": "bot@example.com" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        self.runner.apply(**who)
        self.assertEqual(author(), "bot@example.com <bot@example.com>|bot@example.com <bot@example.com>")


class TheSetting(BranchTest):
    def test_is_chosen_by_flag_then_variable_then_file(self):
        flag = ("--state-branch", "by-flag")
        for flags, variables, branch in (
            (flag, {"MRCTL_STATE_BRANCH": "by-variable"}, "by-flag"),
            (flag, {"MRCTL_STATE": "folder"}, "by-flag"),
            ((), {"MRCTL_STATE_BRANCH": "by-variable"}, "by-variable"),
            ((), {"MRCTL_STATE_BRANCH": "", "MRCTL_STATE": ""}, BRANCH),
        ):
            with self.subTest(branch=branch):
                self.runner.apply(*flags, **variables)
                self.assertNotEqual(self.tip(branch), "")
        self.assertFalse((self.runner.folder / "folder").exists())

    def test_gives_way_to_a_folder_by_flag_or_variable(self):
        self.runner.apply("--state", "one", MRCTL_STATE_BRANCH="by-variable")
        self.runner.apply(MRCTL_STATE="two", MRCTL_STATE_BRANCH="by-variable")
        for folder in ("one", "two"):
            self.assertTrue((self.runner.folder / folder / TARGET / "a.json").exists())
        self.assertEqual(self.tip() + self.tip("by-variable"), "")

    def test_twice_is_a_mistake(self):
        command = ("preset", "plan", "--state", "x", "--state-branch", "y")
        self.runner.refused(2, "--state-branch", command=command)
        (self.runner.folder / "mrctl.toml").write_text('state = ".mrctl"\n' + PROJECT)
        self.runner.refused(2, "mrctl.toml:", "state_branch", command=("preset", "plan"))

    def test_gives_way_to_an_emulators_shell(self):
        command = ("emulator", "exec", "--", "sh", "-c", "mrctl preset apply --yes -v && mrctl preset plan -o json")
        outcome = self.runner.mrctl(*command)
        self.assert_exit(0, outcome)
        self.assertIn("MRCTL_STATE", outcome.err)
        self.assertEqual(self.tip(), "")


class TheClone(BranchTest):
    def test_keeps_its_index_its_files_and_its_branches(self):
        self.runner.git("tag", "-a", "v1", "-m", "v1")
        self.runner.git("push", "-q", "origin", "v1")
        other = self.clone("other", "--no-tags")
        other.preset("a", 0.3)
        other.git("add", "presets/a.yaml")
        other.preset("b", 0.3)

        def seen():
            refs = other.git("for-each-ref", "--format=%(refname) %(objectname)", "refs/heads", "refs/tags")
            return (other.folder / ".git/index").read_bytes(), refs, other.git("config", "-l")

        state = other.git("status", "--porcelain")
        before = seen()
        self.runner.apply()
        other.apply()
        other.mrctl("preset", "plan")
        self.assertEqual(seen(), before)
        self.assertEqual(other.git("status", "--porcelain"), state)
        self.assertFalse((other.folder / ".git/FETCH_HEAD").exists())
        mine = other.git("for-each-ref", "--format=%(refname)", "refs/mrctl")
        self.assertEqual(mine.split(), [f"refs/mrctl/fetched/{BRANCH}"])

    def test_calls_git_a_dozen_times_at_most_for_any_number_of_presets(self):
        calls = self.runner.wrapped()
        for number in range(300):
            self.runner.preset(f"p{number:03}", 0.1)
        self.runner.merge()
        self.assertEqual(self.runner.apply()["applied"], 302)
        self.assertLessEqual(len(calls.all), 12, calls.all)
        calls.forget()
        self.runner.plan()
        self.assertLessEqual(len(calls.all), 12, calls.all)

    def test_may_be_a_worktree(self):
        self.runner.git("worktree", "add", "-q", "-b", "side", self.folder / "side")
        side = Runner(self, self.folder / "side")
        side.apply()
        self.assertEqual(self.runner.actions(), {"a": "unchanged", "b": "unchanged"})
        side.refused(2, "main", MRCTL_STATE_BRANCH="main")

    def test_may_hold_the_project_in_a_folder(self):
        inner = self.runner.folder / "team/router"
        inner.mkdir(parents=True)
        for name in ("mrctl.toml", "presets"):
            (self.runner.folder / name).rename(inner / name)
        commit = self.runner.merge()
        self.assert_exit(0, self.runner.mrctl("preset", "apply", "--yes", where="team/router"))
        self.assertEqual(self.records()["a"]["file"], "team/router/presets/a.yaml")
        self.assertEqual(self.trailers()["Source-Commit"], commit)

    def test_may_have_hashes_of_sha256(self):
        self.origin.folder.rename(self.folder / "sha1.git")
        self.origin.folder.mkdir()
        self.origin.git("init", "-q", "--bare", "-b", "main", "--object-format=sha256")
        other = Runner(self, self.folder / "sha256")
        other.folder.mkdir()
        other.git("init", "-q", "-b", "main", "--object-format=sha256")
        other.git("remote", "add", "origin", self.origin.folder)
        (other.folder / "mrctl.toml").write_text(PROJECT)
        for number in range(2):
            other.preset("a", 0.1 + number / 10)
            commit = other.merge()
            self.assertEqual(other.apply()["applied"], 1)
            self.assertEqual((len(commit), self.trailers()["Source-Commit"]), (64, commit))
        self.assertEqual(other.actions(), {"a": "unchanged"})

    def test_makes_objects_that_a_strict_remote_takes(self):
        self.origin.git("config", "receive.fsckObjects", "true")
        self.runner.git("config", "user.name", " <b> .,;\tA\u00e9 ")
        self.runner.git("config", "user.email", "a@b>")
        self.runner.apply()
        self.origin.git("fsck", "--strict")

    def test_is_left_alone_by_a_dry_run(self):
        calls = self.runner.wrapped()
        self.assert_exit(0, self.runner.mrctl("preset", "apply", "--dry-run"))
        self.assertEqual((calls.of("push"), self.tip()), ([], ""))

    def test_may_be_partial(self):
        self.origin.git("config", "uploadpack.allowFilter", "true")
        for number in range(20):
            self.runner.preset(f"p{number:02}", 0.1)
        self.runner.merge()
        self.runner.apply()
        partial = self.clone("partial", "--filter=blob:none", source=f"file://{self.origin.folder}")
        trace = self.folder / "trace"
        self.assertEqual(set(partial.actions(GIT_TRACE=str(trace)).values()), {"unchanged"})
        fetches = re.findall(r"built-in: git .*\bfetch\b", trace.read_text())
        self.assertLessEqual(len(fetches), 2, fetches)
        partial.preset("p01", 0.2)
        partial.merge()
        self.assertEqual(partial.apply()["applied"], 1)
        self.assertEqual(self.versions()["p01"], 2)

    def test_may_be_shallow(self):
        self.runner.apply()
        for number in range(3):
            self.runner.preset("a", 0.2 + 0.1 * number)
            self.runner.merge()
        shallow = self.clone("shallow", "--depth", "1", source=f"file://{self.origin.folder}")
        result, said = shallow.applied()
        self.assertEqual(result["applied"], 1)
        self.assertIn("too short to tell", " ".join(said.split()))
        self.assertEqual(shallow.git("rev-list", "--count", f"refs/mrctl/fetched/{BRANCH}"), "4")


if __name__ == "__main__":
    unittest.main()
